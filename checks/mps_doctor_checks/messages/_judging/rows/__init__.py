"""What error texts and symptoms mean beside the facts: rules as lists of cases."""

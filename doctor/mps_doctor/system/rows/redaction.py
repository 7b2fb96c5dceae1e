"""What is taken out of every text that leaves: one row each, with examples and near misses.

`tests/system/test_redaction.py` tries every row.  In an example `%34%` stands for 34 letters and
digits, `@34@` for letters, `~34~` for hexadecimal ones, `^34^` for capitals and digits, which the
test fills in: what looks like a real token would alarm those who scan this repository for some.

Rows apply in this order, so that a later one sees what an earlier one has left.  Patterns have no
two repetitions that can share a text, so that the time grows with the length of a text only.
"""

import re
from typing import NamedTuple


class Rule(NamedTuple):
    """One kind of thing that names a person, a computer, or is a secret."""

    what: str
    needles: tuple[str, ...]
    """The pattern is tried only where one of these is in the lower-cased text."""
    pattern: str
    replacement: str
    examples: tuple[tuple[str, str], ...]
    near_misses: tuple[str, ...] = ()
    """What looks alike, and stays."""
    least: int = 1
    """How often a needle must be there."""


# ---- parts of patterns ----------------------------------------------------------------------

_NO_SECRET = (
    r"(?!(?i:none|null|nil|true|false|yes|no|not|is|was|are|and|or|to|for|from|in|on|if|has|must"
    r"|with|can|could|required|requires|optional|missing|unset|empty|set|hidden|redacted|str|bytes"
    r"|bool|int|optional|option|argument|flag|file|default|prompt)\b"
    r"|[A-Za-z_][\w.]{0,80}[(\[]|[<\[({$%]|\\?[\"']?<|\*\*|\.\.\.|…|\d{1,3}\b(?![\w-])"
    r"|v?\d{1,4}(?:\.\d{1,6}){1,4}(?:[a-z]{1,4}\d{0,4})?(?![\w.+/=-])"
    r"|(?:~|\.{1,2})/|/(?:Users|home|etc|opt|usr|var|tmp|private|Library|System|Applications|root"
    r"|run|mnt|dev|Volumes|nix)/)"
)
"""Ahead of a value: no placeholder, version, small number, path or prose, no call of a function."""

_EQUALS = r"[\"'\]\\]{0,3}[ \t]{0,3}(?::=|=>|!=|[=:]{1,3}(?![=:>]))[ \t]{0,3}"

_VALUE = (
    rf"(?:(\\?\"){_NO_SECRET}[^\"\n]+|(\\?'){_NO_SECRET}[^'\n]+|(`){_NO_SECRET}[^`\n]+"
    rf"|{_NO_SECRET}[^\s'\",;&()\[\]{{}}<>]{{2,}})"
)
"""A value in quotes, which may hold spaces, or one word."""

_SECRET_OPTION = (
    r"(?<![\w-])--(?:[a-z0-9-]{1,40}-)?(?:password|passwd|passphrase|pass|pwd|secret|token"
    r"|api-?key|access-?key|auth-?key|private-?key|secret-?key|credentials?)[ =]"
)
"""An option that is called a secret, and what parts it from its value."""

_SECRET_WORDS = ("passw", "passp", "-pass", "pwd", "secret", "token", "key", "credential")
"""One of these is in every option that _SECRET_OPTION matches."""

_LOOKS_SECRET = (
    r"(?=[^\s'\",;&()\[\]{}<>]{0,80}\d)(?=[^\s'\",;&()\[\]{}<>]{0,80}[A-Za-z])"
    r"(?!\d{1,9}(?:\.\d{1,9})?[a-zA-Zµ/%]{1,9}(?![\w-]))"
)
"""Ahead of a word: letters and digits, and no number with its unit."""

_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_END = r"(?!\.?\w)(?![+-]\w)"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}{_END}"
_NO_LOOPBACK = r"(?!127\.|0\.0\.0\.0(?![.\d])|255\.)"
_CALLED_ADDRESS = (
    r"(?:addr(?:ess)?|ip|ipv4|inet|host(?:name)?|server|peer|client|gateway|nameserver|proxy|dns"
    r"|remote|connect(?:ed|ing|ion)?(?: to)?|listen(?:ing)?(?: on)?|bind|bound to|ping|ssh"
    r"|resolved to|network|broadcast)"
)
_HEX4 = r"[0-9a-f]{1,4}"

_BEGINNINGS = (
    *("hf_", "api_org_", "gsk_", "r8_", "nvapi-", "pplx-", "xai-", "wandb_v1_", "jina_", "tvly-"),
    *("tgp_v1_", "fw_", "csk-", "lsv2_pt_", "lsv2_sk_", "ls__", "pcsk_", "kgat_", "dapi", "dp.pt."),
    *("dckr_pat_", "dckr_oat_", "dop_v1_", "doo_v1_", "dor_v1_", "shpat_", "shpss_", "shpca_"),
    *("shppa_", "whsec_", "tskey-auth-", "tskey-api-", "tskey-client-", "lin_api_", "PMAK-"),
    *("NRAK-", "NRJS-", "ATATT3", "ATCTT3", "ATBB", "BBDC-", "ntn_", "secret_", "figd_", "CCIPAT_"),
    *("circleci_pat_", "rubygems_", "hvs.", "hvb.", "atlasv1.", "pul-", "sntrys_", "sntryu_"),
    *("glsa_", "glc_", "fo1_", "fm2_", "rnd_", "vercel_", "sbp_", "sb_secret_", "pscale_tkn_"),
    *("pscale_pw_", "phc_", "phx_", "cfut_", "CFPAT-", "xkeysib-", "sgp_", "ops_eyJ", "LTAI"),
    *(
        "shippo_live_",
        "SWMTKN-1-",
        "AGE-SECRET-KEY-1",
        "EAACEdEose0cBA",
        "EAAAE",
        "fio-u-",
        "tfp_",
        "cmVmdGtuOj",
        "oy2",
    ),
)
"""What services put before a token, so that it can be found.

More in config/gitleaks.toml of github.com/gitleaks/gitleaks.
"""

_COMPUTERS = r"(?:(?i:MacBook|iMac|MBP|MBA|Mac-?mini|Mac-?Studio|Mac-?Pro)|Air\b|Laptop\b)"

# ---- rows -----------------------------------------------------------------------------------

RULES: tuple[Rule, ...] = (
    Rule(
        "a private key",
        ("private key",),
        r"(?s)-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}.*?"
        r"(?:-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|\Z)",
        "<secret>",
        (
            (
                "cat id: -----BEGIN OPENSSH PRIVATE KEY-----\n%64%\n%20%==\n"
                "-----END OPENSSH PRIVATE KEY-----\ndone",
                "cat id: <secret>\ndone",
            ),
            ("-----BEGIN RSA PRIVATE KEY-----\n%64%\nthe log was cut", "<secret>"),
            ("-----BEGIN PGP PRIVATE KEY BLOCK-----\\n%40%", "<secret>"),
        ),
        ("-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "no private key was found"),
    ),
    Rule(
        "the end of a private key",
        ("private key-----",),
        r"(?m)(?:^[A-Za-z0-9+/=]{16,76}\r?\n){0,100}"
        r"-{5}END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-{5}",
        "<secret>",
        (("%64%\n%20%==\n-----END EC PRIVATE KEY-----\nnext", "<secret>\nnext"),),
    ),
    Rule(
        "a key of PuTTY",
        ("putty-user-key-file",),
        r"(?s)PuTTY-User-Key-File-\d.*?(?:Private-MAC: ?[0-9a-fA-F]+|\Z)",
        "<secret>",
        (
            (
                "PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 1\n%20%\nPrivate-MAC: 0a1b\nend",
                "<secret>\nend",
            ),
        ),
    ),
    Rule(
        "a name and password in an address",
        ("://",),
        r"(://)[^\s/'\"<>`]*@",
        r"\1<user>@",
        (
            ("git+https://jane:%20%@host.example/x", "git+https://<user>@host.example/x"),
            ("https://%400%@index.example/simple", "https://<user>@index.example/simple"),
            ("https://jane:p@ss@index.example/", "https://<user>@index.example/"),
            ("redis://:%12%@db.example:6379/0", "redis://<user>@db.example:6379/0"),
        ),
        ("torch @ file:///tmp/torch.whl", "https://medium.example/@someone/post", "http://x.y:80/"),
    ),
    Rule(
        "a name and password ahead of a host",
        ("@",),
        r"(?<![\w.+/@-])[\w.+-]{1,64}:[^\s:/@'\"<>,]{1,200}@(?=[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})",
        "<user>@",
        (("login jane:%12%@registry.example", "login <user>@registry.example"),),
        ("image:tag@sha256:0a1b2c", "name:tag@latest"),
    ),
    Rule(
        "a token in the path of a conda channel",
        ("/t/",),
        # conda itself takes the token out of such an address: conda/common/url.py, split_conda_url.
        # A forum's address ends in a number: discuss.example/t/title-of-a-topic/12345.
        r"(://[^\s/'\"]{1,255}(?:/[^\s/'\"]{1,99}){0,6}?/t/)(?![^\s/'\"]{1,255}/\d{1,9}(?![\w-]))"
        r"(?:[^\s/'\"]{4,}(?=/[A-Za-z])|(?:tk-|(?=[A-Za-z]{0,40}\d)(?=\w{20}))[\w-]+(?=/?(?:[\s'\"]|$)))",
        r"\1<secret>",
        (
            (
                "channel_alias: https://x.example/t/%40%",
                "channel_alias: https://x.example/t/<secret>",
            ),
            (
                "https://conda.example/t/tk-%12%/channel/osx-arm64",
                "https://conda.example/t/<secret>/channel/osx-arm64",
            ),
            ("https://conda.example/a/b/t/%20%/main", "https://conda.example/a/b/t/<secret>/main"),
        ),
        (
            "https://discuss.example/t/how-to-use-mps/12345/7",
            "https://x.example/t/use-mps-2",
            "/opt/t/somewhere/lib",
        ),
    ),
    Rule(
        "a signature or token in the query of an address",
        ("?", "&"),
        r"(?i)([?&](?:amp;)?(?:sig|signature|token|access[_-]?token|id[_-]?token|auth|auth[_-]?key"
        r"|api[_-]?key|apikey|key|password|secret|client[_-]?secret|x-amz-[a-z-]{1,30}"
        r"|x-goog-[a-z-]{1,30}|awsaccesskeyid|googleaccessid|hmac|jwt|sas|session|credential"
        r"|policy|key-pair-id|sv|se|sp|sr|skoid|sktid)=)[^\s&#'\"<>;]{3,}"
        r"|(?<=[?&]code=)[\w./%+~-]{20,}",
        r"\1<secret>",
        (
            (
                "https://x.example/torch.whl?sig=%20%%%3D&v=2",
                "https://x.example/torch.whl?sig=<secret>&v=2",
            ),
            (
                "https://s3.example/a?X-Amz-Signature=%64%&X-Amz-Expires=300",
                "https://s3.example/a?X-Amz-Signature=<secret>&X-Amz-Expires=<secret>",
            ),
        ),
        ("https://x.example/?q=mps&page=2#sha256=0a1b2c", "a ? key=b", "?version=2.9.1&key=1"),
    ),
    Rule(
        "the address of a webhook",
        ("hook",),
        r"(?i)(://[^\s/'\"]{1,255}(?:/[\w.-]{1,40}){0,4}?/(?:web)?hook(?:s|b2)?/(?:\d{1,20}/)?)"
        r"(?=[^\s'\"<>]{0,80}\d)[^\s'\"<>]{20,}",
        r"\1<secret>",
        (
            (
                "https://discord.example/api/webhooks/123456789/%60%",
                "https://discord.example/api/webhooks/123456789/<secret>",
            ),
        ),
        ("https://docs.example/webhooks/about", "https://docs.example/en/hooks/pre-commit-of-git"),
    ),
    Rule(
        "an Authorization header of several parts",
        ("authorization",),
        r"(?i)(authorization[\"'\\]{0,2}\s?[:=]\s?[\"'\\]{0,2}(?:digest|oauth|aws4-hmac-sha256)[ ])"
        r"(?=[^\r\n=]{1,80}=)[^\r\n']+",
        r"\1<secret>",
        (
            (
                'Authorization: Digest username="u", response="%32%"',
                "Authorization: Digest <secret>",
            ),
            (
                "Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=~64~",
                "Authorization: AWS4-HMAC-SHA256 <secret>",
            ),
        ),
    ),
    Rule(
        "the cookies of a header",
        ("cookie",),
        r"(?i)\b((?:set-)?cookie2?[\"']?[ \t]?:[ \t]?[\"']?)(?=[\w.%-]{1,80}=)[^\r\n\"']+",
        r"\1<secret>",
        (
            ("Set-Cookie: id=%40%; Secure", "Set-Cookie: <secret>"),
            ("-H 'cookie: a=b; sid=letters'", "-H 'cookie: <secret>'"),
        ),
        ("cookie: not sent", "cookies: 3", "cookie: SameSite"),
    ),
    Rule(
        "an Authorization header",
        ("authorization",),
        r"(?i)(authorization[\"'\\]{0,2}\s?[:=]\s?[\"'\\]{0,2}(?:basic|bearer|digest|token|apikey"
        r"|negotiate|oauth|aws4-hmac-sha256)[ ]+)(?!<)[^\s'\",;]{2,}",
        r"\1<secret>",
        (
            ("Authorization: Basic %20%==", "Authorization: Basic <secret>"),
            ('{"authorization": "token %20%"}', '{"authorization": "token <secret>"}'),
            ("-H 'Authorization: Bearer abc'", "-H 'Authorization: Bearer <secret>'"),
        ),
        ("Authorization: required", "authorization failed: token expired"),
    ),
    Rule(
        "an Authorization header without its scheme",
        ("authorization",),
        rf"(?i)(authorization[\"'\\]{{0,2}}\s?[:=]\s?[\"'\\]{{0,2}}){_NO_SECRET}"
        r"(?!(?:basic|bearer|digest|token|apikey|negotiate|oauth|aws4-hmac-sha256)[ ])"
        r"[^\s'\",;<>]{16,}",
        r"\1<secret>",
        (("Authorization: %40%", "Authorization: <secret>"),),
        ("Authorization: Basic <secret>", "authorization: insufficient"),
    ),
    Rule(
        "a bearer",
        ("bearer",),
        r"(?i)\b(bearer[ ]+)(?=[\w.~+/=-]{0,80}\d)[\w.~+/=-]{12,}",
        r"\1<secret>",
        (("curl: Bearer %30%", "curl: Bearer <secret>"),),
        ("Bearer authentication-required", "a bearer of news"),
    ),
    # Formats that services hand out; each has a beginning that is made to be found.
    Rule(
        "a token that begins as its service has it",
        tuple(map(str.lower, _BEGINNINGS)),
        rf"(?<![A-Za-z0-9_])(?:{'|'.join(map(re.escape, _BEGINNINGS))})"
        r"(?=[\w-]{0,30}\d)(?=[\w-]{0,30}[A-Za-z])[A-Za-z0-9]"
        r"(?:[A-Za-z0-9]{17}|(?=[\w-]{0,40}[A-Z])[\w-]{23})[\w-]*",
        "<secret>",
        (
            ("login hf_%34%", "login <secret>"),
            ("r8_%37%", "<secret>"),
            ("sbp_~40~ used", "<secret> used"),
            ("ATATT3xFfGF0%180%", "<secret>"),
            ("tskey-auth-%17%-%32%", "<secret>"),
        ),
        (
            *("hf_hub_download", "hf_transfer==0.1.6", "dapi: 3", "r8_int", "secret_santa_2024"),
            *("hf_xet-1.1.10-cp37-abi3-macosx_11_0_arm64.whl", "ls__init__", "fw_download_speed"),
            *("csk-scheduler-20240515-abcdef", "secret_manager_v1_client_library"),
        ),
    ),
    Rule(
        "a token of Hugging Face",
        ("hf_", "api_org_"),
        # 34 letters, digits seldom among them, as gitleaks has it: config/gitleaks.toml.
        r"\b(?:hf|api_org)_(?=[A-Za-z0-9]{0,40}[A-Z])(?=[A-Za-z0-9]{0,40}[a-z])[A-Za-z0-9]{34,}\b",
        "<secret>",
        (
            ("login hf_aZ@32@", "login <secret>"),
            ("x?t=hf_aZ@32@", "x?t=<secret>"),
            ("api_org_aZ@32@", "<secret>"),
        ),
        ("hf_hub_download", "hf_AutoModelForCausalLM", "hf_transfer==0.1.6"),
    ),
    Rule(
        "a token of GitHub",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"\b(?:gh[pousr]_[A-Za-z0-9_]{16,}|github_pat_\w{16,})",
        "<secret>",
        (("ghp_%36%", "<secret>"), ("github_pat_%22%_%59%", "<secret>")),
        ("github_path", "ghp_import"),
    ),
    Rule(
        "a token of GitLab",
        ("gl", "gr1348941"),
        # docs.gitlab.com/security/tokens/ lists the beginnings.
        r"\b(?:gl(?:pat|dt|ft|ffct|soat|rt|rtr|cbt|imt|ptt|agent|oas|wt)-[\w.-]{16,}"
        r"|GR1348941[\w-]{16,})",
        "<secret>",
        (("glpat-%20%", "<secret>"), ("glptt-%40%", "<secret>"), ("GR1348941%20%", "<secret>")),
        ("glibc-2.35-0ubuntu3.8", "glob-pattern"),
    ),
    Rule(
        "a key of OpenAI or Anthropic",
        ("sk-", "pk-", "rk-"),
        r"\b[spr]k-(?!ssh-|ecdsa-)(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[A-Za-z])[\w-]{20,}",
        "<secret>",
        (("sk-%48%", "<secret>"), ("sk-ant-api03-%60%", "<secret>")),
        (
            "sk-ssh-ed25519-cert-v01@openssh.com",
            "sk-estimator-doc-link-hidden",
            "disk-based",
            "sk-learn",
        ),
    ),
    Rule(
        "a token of Slack",
        ("xox", "xapp-", "hooks.slack.com"),
        r"\bxox[abceoprs](?:\.xox[bp])?-[\w-]{6,}|\bxapp-[\w-]{10,}"
        r"|(?<=hooks\.slack\.com/services/)[\w/]{10,}",
        "<secret>",
        (
            ("xoxb-12345678901-%20%", "<secret>"),
            ("xoxs-1-%12%", "<secret>"),
            (
                "https://hooks.slack.com/services/T%8%/B%8%/%24%",
                "https://hooks.slack.com/services/<secret>",
            ),
        ),
        ("xoxo", "xapp-1"),
    ),
    Rule(
        "a key of Amazon",
        ("akia", "asia", "abia", "acca", "a3t", "yxdze", "iqojb3jp", "absk", "amzn"),
        # docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
        r"\b(?:(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}\b|amzn\.mws\.[0-9a-f-]{36}"
        r"|(?:FwoGZXIvYXdzE|AQoDYXdzE|IQoJb3Jp|ABSKQmVkcm9ja0FQSUtleS)[\w+/=]{20,})",
        "<secret>",
        (("key AKIA^16^", "key <secret>"), ("FwoGZXIvYXdzE%80%", "<secret>")),
        ("ASIATIC", "AKIA"),
    ),
    Rule(
        "a token of PyPI",
        ("pypi-ag",),
        r"\bpypi-Ag[\w-]{20,}",
        "<secret>",
        (("twine pypi-AgEIcHlwaS5vcmc%70%", "twine <secret>"),),
        ("pypi-attestations==0.0.27", "pypi-agent"),
    ),
    Rule(
        "a token of npm",
        ("npm_",),
        r"\bnpm_(?=[A-Za-z0-9]{0,36}\d)[A-Za-z0-9]{20,}",
        "<secret>",
        (("npm_%36%", "<secret>"),),
        ("npm_config_userconfig", "npm_lifecycle_event"),
    ),
    Rule(
        "a JSON web token",
        ("eyj",),
        r"\beyJ[\w=-]{8,}(?:(?<=[\w=-]{50})[\w=-]*|\.[\w=-]{4,}(?:\.[\w.+/=-]*)?)",
        "<secret>",
        (("token eyJ%20%.eyJ%20%.%20%", "token <secret>"), ("eyJrIjoi%60%", "<secret>")),
        ("eyJob.py",),
    ),
    Rule(
        "a key of Google",
        ("aiza", "ya29.", "gocspx-", "1//0"),
        r"\b(?:AIza[\w-]{30,}|ya29\.[\w-]{16,}|GOCSPX-[\w-]{20,}|1//0[\w-]{20,})",
        "<secret>",
        (("AIza%35%", "<secret>"), ("ya29.%60%", "<secret>")),
        ("AIzawa", "ya29."),
    ),
    Rule(
        "a key of Stripe or Square",
        ("k_live_", "k_test_", "sq0"),
        r"\b(?:[spr]k_(?:live|test)_[0-9A-Za-z]{16,}|sq0[a-z]{3}-[\w\\-]{20,})",
        "<secret>",
        (("sk_live_%24%", "<secret>"), ("sq0csp-%43%", "<secret>")),
        ("task_test_mode", "sk_test_"),
    ),
    Rule(
        "a key of SendGrid",
        ("sg.",),
        r"\bSG\.[\w-]{16,}\.[\w-]{16,}",
        "<secret>",
        (("SG.%22%.%43%", "<secret>"),),
        ("msg.body.text", "SG.lib"),
    ),
    Rule(
        "a token of Telegram",
        (":",),
        r"(?:\b|(?<=/bot))\d{8,10}:(?=[\w-]{0,34}[A-Za-z])[\w-]{35}(?![\w-])",
        "<secret>",
        (
            ("/bot123456789:%35%/getMe", "/bot<secret>/getMe"),
            ("bot 123456789:%35%", "bot <secret>"),
        ),
        ("12345678: done", "1700000000:00"),
    ),
    Rule(
        "a key of Mailchimp, Resend, Cloudflare, Discord, Dropbox, Firebase",
        ("-us", "re_", "v1.0-", "mfa.", "sl.", "apa91b"),
        r"\b(?:[0-9a-z]{32}-us\d{1,2}\b|re_(?=\w{0,30}\d)[A-Za-z0-9]{8}_[A-Za-z0-9]{24}\b"
        r"|v1\.0-[0-9a-f]{24}-[0-9a-f]{146}|mfa\.[\w-]{80,}|sl\.(?:u\.)?[\w-]{120,}"
        r"|[\w-]{11}:APA91b[\w-]{100,})",
        "<secret>",
        (("~32~-us12", "<secret>"), ("re_%8%_%24%", "<secret>"), ("sl.%140%", "<secret>")),
        ("en-us", "layout-us2", "re_compile_the_whole_pattern_again", "sl.update(x)"),
    ),
    Rule(
        "a key of Twilio",
        ("ac", "sk"),
        r"\b(?:AC|SK)(?=[a-z0-9]{0,31}\d)[a-z0-9]{32}\b",
        "<secret>",
        (("AC~32~", "<secret>"),),
        ("ACcelerate", "SKip"),
    ),
    Rule(
        "a token of Discord",
        (".",),
        r"(?<![\w./-])[MNO](?=[\w.-]{0,70}\d)[\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}(?![\w.-])",
        "<secret>",
        (("M%23%.%6%.%27%", "<secret>"),),
        ("MPSGraphTensorNamedDataLayout.h", "Microsoft.Win32.dll", "NSException.reason.text"),
        least=2,
    ),
    Rule(
        "a credential of Artifactory",
        ("akc", "ap"),
        r"(?<![\w/-])(?:AKC[A-Za-z0-9]{10,}|AP(?:\d|[A-F](?=[A-Za-z]{0,40}\d))[A-Za-z0-9]{8,})(?![\w-])",
        "<secret>",
        (("AKC%20%", "<secret>"), ("APB%20%", "<secret>")),
        ("APFSContainerScheme", "APEX", "APIConnectionError"),
    ),
    Rule(
        "a key of SoftLayer in an address",
        ("api.softlayer.com",),
        r"(api\.softlayer\.com/soap/v[\d.]{1,5}/)[A-Za-z0-9]{32,}",
        r"\1<secret>",
        (("https://api.softlayer.com/soap/v3/~64~", "https://api.softlayer.com/soap/v3/<secret>"),),
    ),
    # What is called a secret.
    Rule(
        "the value in quotes of an option that is called a secret",
        _SECRET_WORDS,
        rf"(?i)({_SECRET_OPTION}([\"'])){_NO_SECRET}[^\"'\n]+(?=\2)",
        r"\1<secret>",
        (
            ("mysql --password 'my pass phrase' -v", "mysql --password '<secret>' -v"),
            ('--client-secret="aa bb"', '--client-secret="<secret>"'),
        ),
        ("--password 'is required", '--token ""'),
    ),
    Rule(
        "the value of an option that is called a secret",
        (*_SECRET_WORDS, "-p "),
        rf"(?i)({_SECRET_OPTION}[\"']?)"
        rf"{_NO_SECRET}(?!-)(?!(?-i:[A-Z][A-Z_]*\b(?![\w-])))[^\s'\",;<>\]]+",
        r"\1<secret>",
        (
            ("huggingface-cli login --token x9", "huggingface-cli login --token <secret>"),
            ("mysql --password hunter", "mysql --password <secret>"),
            ("cmd --wandb-api-key='%40%'", "cmd --wandb-api-key='<secret>'"),
            ("--client-secret=%20% --verbose", "--client-secret=<secret> --verbose"),
        ),
        (
            "--token TOKEN  the token to use",
            "--password is required",
            "--max-new-tokens 128",
            "--password --verbose",
            "usage: x [--token TOKEN] [--key-file FILE]",
        ),
    ),
    Rule(
        "what a command is given to log in",
        ("login", "curl", "sshpass", "mysql", "stdin"),
        r"(?i)(\bcurl\b[^\n]{0,300}?[ \t](?:-u|--(?:proxy-)?user)[ =]?[\"']?[^\s:'\"]{1,99}:"
        r"|\bdocker login\b[^\n]{0,200}?[ \t]-p[ \t]*|\bsshpass[ \t]+-p[ \t]*[\"']?"
        r"|\bmysql\w*\b[^\n]{0,200}?[ \t]-p(?=\S)|\blogin[ \t]+\S{1,99}\s+password[ \t]+"
        r"|\blogin(?:[ \t]+(?:--relogin[ \t]+)?|\([\w=]{0,20}[\"'])(?=\w{0,80}\d)(?=\w{30})"
        r"|\becho[ \t]+[\"']?(?=[^|\n]{1,300}\|[^|\n]{0,200}--password-stdin))"
        r"(?![$<-]|(?-i:[A-Z][A-Z_]*\b(?![\w-])))[^\s'\"|]+",
        r"\1<secret>",
        (
            ("curl -s -u jane:letters https://x", "curl -s -u jane:<secret> https://x"),
            ("docker login -u jane -p letters", "docker login -u jane -p <secret>"),
            ("mysql -u root -pletters db", "mysql -u root -p<secret> db"),
            ("machine x login jane password letters", "machine x login jane password <secret>"),
            ("wandb login %40%", "wandb login <secret>"),
            ("login('%40%')", "login('<secret>')"),
            (
                "echo letters | docker login --password-stdin",
                "echo <secret> | docker login --password-stdin",
            ),
        ),
        (
            *(
                "curl -u $USER https://x",
                "wandb login --relogin",
                "wandb login: a key is asked for",
            ),
            *(
                "mysql -u root -p db",
                "docker login -u USER -p PASSWORD",
                "echo done | tee log",
                "login(token=None)",
            ),
        ),
    ),
    Rule(
        "what is called a secret or a password",
        ("secret", "passw", "passphrase", "credential", "accesssignature"),
        rf"(?i)((?:secret|passwor[dt]|passwd|passphrase|credentials?|shared_?access_?signature)[\w-]{{0,40}}{_EQUALS})"
        rf"(?![A-Za-z]+[.,;!]?[ \t]+[A-Za-z(]){_VALUE}",
        r"\1\2\3\4<secret>",
        (
            ("password=letters", "password=<secret>"),
            ("password: 8472910384", "password: <secret>"),
            ("DB_PASSWORD=hunter2;", "DB_PASSWORD=<secret>;"),
            ('"password": "two words"', '"password": "<secret>"'),
            ("AWS_SECRET_ACCESS_KEY=%40%", "AWS_SECRET_ACCESS_KEY=<secret>"),
            ("client_secret = '%20%'", "client_secret = '<secret>'"),
            ("MY_SECRET: letters", "MY_SECRET: <secret>"),
            ("secret=%3000%", "secret=<secret>"),
            ("'AZURE_CREDENTIALS': 'letters'", "'AZURE_CREDENTIALS': '<secret>'"),
        ),
        (
            "SecretStorage==3.3.3",
            "detect-secrets==1.5.0",
            "password: authentication failed",
            "Password: ",
            "Password for user:",
            "password=None",
            "credential.helper=osxkeychain",
            "credentials: not configured",
            "def login(password: str = None)",
            "secrets: 0 found",
            "password=$PASSWORD",
            "${{ secrets.TOKEN }}",
            "secret = os.environ['SECRET']",
            "credentials: ~/.aws/credentials",
        ),
    ),
    Rule(
        "what is called a key",
        ("key",),
        r"(?i)((?:(?<![a-z])(?:api|auth|access|account|service|client|private|secret|db|database"
        r"|encryption|signing|storage|shared|session|license|ssh|deploy|master|subscription|admin"
        r"|write|ingest|consumer|project|app|application|webhook|cipher|hmac|user|priv)[ _.-]?key"
        r"|(?-i:(?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{0,60}_KEY|(?<=[a-z])(?:Access|Account|Api|API"
        rf"|Private|Secret|Shared)Key))(?:[_-]?(?:id|base|value))?{_EQUALS})"
        rf"(?![A-Za-z]+[.,;!]?[ \t]+[A-Za-z(]){_VALUE}",
        r"\1\2\3\4<secret>",
        (
            ("PRIVATE_KEY=letters", "PRIVATE_KEY=<secret>"),
            ("AccountKey=%86%==", "AccountKey=<secret>"),
            ("WANDB_API_KEY: %40%", "WANDB_API_KEY: <secret>"),
            ("api_key = '%40%'", "api_key = '<secret>'"),
            ("x-api-key: %20%", "x-api-key: <secret>"),
            ("cloudant_api_key='%24%'", "cloudant_api_key='<secret>'"),
        ),
        (
            "KeyError: 'model.layers.0'",
            "missing key: lm_head.weight",
            "sort(key=lambda x: x[0])",
            "key_padding_mask=None",
            "primary_key=True",
            "cache key: Linux-pip-3.12-0a1b2c",
            "SSL_KEY=/etc/ssl/private/server.pem",
            "DispatchKey: MPS",
            "past_key_values: 32",
        ),
    ),
    Rule(
        "what is called a token, in capitals",
        ("token", "_pass", "_pwd"),
        rf"((?<![A-Za-z0-9_])(?:[A-Z][A-Z0-9_]{{0,60}})?(?:TOKEN|_PASS|_PWD){_EQUALS}"
        rf"|(?<![A-Za-z0-9])[A-Z_]{{0,60}}TOKEN_[A-Z0-9_]{{1,60}}{_EQUALS}"
        rf"(?=[\"']?{_LOOKS_SECRET}[\w-]{{16}}))"
        rf"(?![A-Za-z]+[.,;!]?[ \t]+[A-Za-z(]){_VALUE}",
        r"\1\2\3\4<secret>",
        (
            ("HF_TOKEN=letters", "HF_TOKEN=<secret>"),
            ("SMTP_PASS: a1b2", "SMTP_PASS: <secret>"),
            ("POETRY_TOKEN_LAB='%20%'", "POETRY_TOKEN_LAB='<secret>'"),
        ),
        (
            "MAX_TOKEN_COUNT=4096",
            "TOKEN_DTYPE=float16",
            "PAD_TOKEN: <pad>",
            "OLDPWD=/opt/work",
            "TOKEN: expected a value",
            "MAX_TOKEN=128",
        ),
    ),
    Rule(
        "what is called a token, and looks like one",
        ("token", "pass", "pwd", "pw", "jwt", "psk", "bearer"),
        rf"(?i)((?:token|(?<![a-z])(?:pass|pwd|pw|jwt|psk|bearer)){_EQUALS}(?:\\?[\"'`])?)"
        rf"{_NO_SECRET}(?:{_LOOKS_SECRET}[^\s'\",;&()\[\]{{}}<>]{{6,}}|[^\s'\",;&()\[\]{{}}<>]{{24,}})",
        r"\1<secret>",
        (
            ("token: abc12345678", "token: <secret>"),
            ("//registry.example/:_authToken=%36%", "//registry.example/:_authToken=<secret>"),
            ("cl_pw = ~64~", "cl_pw = <secret>"),
            ('"access_token": "%30%"', '"access_token": "<secret>"'),
        ),
        (
            "max_new_tokens=128",
            "pad_token='[PAD]'",
            "eos_token: </s>",
            "time per token: 12.5ms",
            "next_token: tensor([[50256]])",
            "Unexpected token: '<'",
            "backward_pass: 12.3ms",
            "pwd: /opt/project",
        ),
    ),
    Rule(
        "a credential in .npmrc, or a session",
        ("_auth", '"auth"', "sess", "connect.sid"),
        rf"(?i)((?<![a-z0-9])(?:(?:_auth(?:token)?|(?<=\")auth(?=\")){_EQUALS}[\"']?"
        rf"|(?:\w{{0,9}}sess(?:ion)?_?id|connect\.sid){_EQUALS}[\"']?(?=[^\s]{{0,80}}\d)(?=[^\s'\"]{{20}}))){_NO_SECRET}[^\s'\",;<>]{{3,}}",
        r"\1<secret>",
        (
            ("//registry.example/:_authToken=letters", "//registry.example/:_authToken=<secret>"),
            ('"_auth": "bGV0dGVycw=="', '"_auth": "<secret>"'),
            ('{"r.example": {"auth": "bGV0dGVycw=="}}', '{"r.example": {"auth": "<secret>"}}'),
            ("JSESSIONID=%32%", "JSESSIONID=<secret>"),
        ),
        (
            *("//registry.example/:_authToken=${NPM_TOKEN}", "requests_auth=Negotiate"),
            "PHPSESSID=none",
        ),
    ),
    Rule(
        "a long word after the name of a secret",
        ("key", "pass", "pw", "token"),
        # A commit has 40 digits; keys of a cache are hashes.
        r"(?i)((?:(?<=[a-z0-9_-])(?<!cache)(?<!cache[_-])(?<!public)(?<!public[_-])key"
        r"|pass(?:word)?|pwd?|token)[\"'\]]{0,3}[ \t=:>]{1,6}[\"'`]?)"
        r"(?=[a-z_-]{0,40}\d)(?=[\d_-]{0,40}[a-z])[\w-]{41,}(?![\w/.-])",
        r"\1<secret>",
        (
            ("iam_key]= %44%", "iam_key]= <secret>"),
            ("'cos-secret-key  ~48~'", "'cos-secret-key  <secret>'"),
            ('"apipass" "~64~"', '"apipass" "<secret>"'),
        ),
        (
            "Cache key: ~64~",
            "cache_key=~64~",
            "restored from key: Linux-~64~",
            "token ids: 128000",
            "pass ~40~",
        ),
    ),
    Rule(
        "a random word, said to be a secret",
        ("key", "token", "password", "passphrase"),
        r"(?i)((?<![a-z0-9])(?:token|password|passphrase|api[ _-]?key|(?:fernet|secret) key)"
        r"(?:,? (?:is|was|has|been|saved|set|not|to|using|with|as)){0,5}[:=]?[ \t]{1,4}[\"'`]?)"
        r"(?-i:(?=[A-Za-z]{0,40}\d)(?=[a-z0-9]{0,40}[A-Z])(?=[A-Z0-9]{0,40}[a-z]))"
        r"[A-Za-z0-9]{24,}=?=?(?![\w./-])",
        r"\1<secret>",
        (
            ("HF_TOKEN is set to %40%", "HF_TOKEN is set to <secret>"),
            ("Your token has been saved: %34%", "Your token has been saved: <secret>"),
            ("API Key %40%", "API Key <secret>"),
        ),
        (
            "unexpected token in JSON",
            "token is ~40~",
            "password is required",
            "token LlamaTokenizer2",
        ),
    ),
    Rule(
        "a password of Cloudant",
        ("cl",),
        # Of letters only; github.com/Yelp/detect-secrets, plugins/cloudant.py.
        r"(?i)(\b(?:cloudant|clou|cl)[_-]?(?:api)?(?:key|pwd|pw|password|pass|token)"
        r"[\"'\]]{0,3}[ \t=:>]{1,6}[\"'`]?)(?-i:[a-z]{24})\b",
        r"\1<secret>",
        (("clpass=abcdefghijklmnopqrstuvwx", "clpass=<secret>"),),
        ("cl_key = value", "clpass: done"),
    ),
    # Who it is, and where.
    Rule(
        "a temporary folder of macOS, which has a user's number",
        ("/var/folders",),
        r"(?:/private)?/var/folders/[\w+]{1,8}/[\w+]{8,}",
        "/var/folders/…",
        (("/private/var/folders/ab/cdefghijkl0000gn/T/x", "/var/folders/…/T/x"),),
        ("/var/folders",),
    ),
    Rule(
        "a home folder",
        ("/users", "/home"),
        r"(?:/Volumes/[^/\s'\"]+)?/(?:Users|home)/(?!\.\.\.|(?:Shared|linuxbrew)\b)"
        r"[^/\s'\":;,()\[\]<>]+",
        "~",
        (
            ("/Users/jdoe/x.py", "~/x.py"),
            ("File '/home/jdoe/x.py'", "File '~/x.py'"),
            ("-I/Users/jdoe/include", "-I~/include"),
        ),
        (
            "/Users/Shared/models",
            "/home/linuxbrew/.linuxbrew/bin",
            "/Users/.../x",
            "/Users/<user>/x",
        ),
    ),
    Rule(
        "a home folder by its user",
        ("~",),
        r"(?<![\w./~-])~[A-Za-z][\w.-]{2,31}(?=/)",
        "~",
        (("cd ~jdoe/x", "cd ~/x"),),
        ("~/x", "https://lists.example/~orch/x", "a~b/c"),
    ),
    Rule(
        "a home folder of Windows",
        ("\\users", "\\home", "\\documents and"),
        r"(?i)(?:\b[a-z]:|\\{2,4}[\w.$-]{1,64}(?:\\{1,2}[\w.-]{1,64})?)\\{1,2}"
        r"(?:users|home|documents and settings)\\{1,2}"
        r"[^\\\s'\":;,)\]>]+(?:(?: [\w.-]{1,40}){1,2}(?=\\))?",
        "~",
        (
            (r"C:\Users\jdoe\x.py", r"~\x.py"),
            (r"C:\Users\Jane Doe\x.py", r"~\x.py"),
            (r"\\wsl$\Ubuntu\home\jdoe\x", r"~\x"),
        ),
        (r"C:\Users", r"D:\models\users guide"),
    ),
    Rule(
        "an e-mail address",
        ("@",),
        r"\b(?!git@)[\w.+-]{1,64}@(?!openssh\.com|libssh\.org)[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}"
        r"\.[A-Za-z]{2,12}\b",
        "<email>",
        (("author: jane.doe@example.org", "author: <email>"),),
        (
            *("@rpath/libomp.dylib", "torch @ file:///x", "x@y"),
            *("git@github.com:owner/name.git", "ssh-ed25519-cert-v01@openssh.com"),
        ),
    ),
    Rule(
        "who is at a prompt",
        ("@",),
        r"(?m)^((?:\([^()\n]{1,40}\) ?)*)\[?(?!git@)[\w.-]{1,64}@[\w.-]{1,64}(?=[\s:~\]])",
        r"\1",
        (("(base) jdoe@studio proj % ls", "(base)  proj % ls"),),
        ("see @user here",),
    ),
    Rule(
        "a host in the name of a kernel",
        ("darwin", "linux"),
        r"\b(Darwin|Linux)([ ]+)(?!Kernel\b)[A-Za-z][\w.-]*(?=[ ]+\d+\.\d+)",
        r"\1\2<host>",
        (("Darwin studio.example.org 23.4.0 x", "Darwin <host> 23.4.0 x"),),
        ("Darwin Kernel Version 23.4.0", "Linux 6.1"),
    ),
    Rule(
        "a computer that is called after its owner",
        ("-mac", "-imac", "-mb", "-air", "-laptop"),
        rf"(?<![\w.-])(?!(?i:macbook)-)[\w.-]{{1,64}}-{_COMPUTERS}"
        r"(?i:-(?:pro|air|mini|max|ultra|m\d|\d{1,2}))*(?:\.\w+)?(?![\w-])",
        "<host>",
        (("ping Janes-MacBook-Pro.local", "ping <host>"), ("Anns-Air", "<host>")),
        ("macOS-14.5-arm64", "fresh-air", "MacBook-Air", "torch-macosx_11_0"),
    ),
    Rule(
        "a host that is called after its address",
        ("ip-",),
        r"\bip(?:-\d{1,3}){4}\b[\w.-]*",
        "<host>",
        (("on ip-10-20-30-40 sshd", "on <host> sshd"),),
        ("pip-24-0",),
    ),
    Rule(
        "a host in a local network",
        (".local", ".lan", ".internal", ".home.arpa"),
        r"(?<![\w.-])(?!torch\.|self\.)(?:[\w-]{1,63}\.){1,5}(?:local|lan|localdomain|internal"
        r"|home\.arpa)\b(?![/.(]| (?:is|==?|!=|in|and|or|not|import)\b)",
        "<host>",
        (("to studio.local:22", "to <host>:22"), ("db.lab.internal", "<host>")),
        (
            "/usr.local/x",
            "py.path.local(x)",
            "torch.distributed.rpc.internal",
            "from a.local import b",
        ),
    ),
    Rule(
        "an owner",
        ("'s mac", "’s mac", "'s imac", "’s imac"),
        r"\b(?!GitHub|Apple)[A-Z]\w{1,30}['’]s (?=MacBook|iMac|Mac\b)",
        "",
        (("on Jane's MacBook Pro", "on MacBook Pro"), ("Jane’s iMac", "iMac")),
        ("Apple's Machine Learning", "GitHub's Mac runners"),
    ),
    Rule(
        "variables of the shell that name a user or host",
        ("user", "logname", "host", "home"),
        r"(?m)\b(USER|LOGNAME|HOSTNAME|HOST|SUDO_USER)=(?!…)[^\s;'\"]+",
        r"\1=…",
        (("USER=jdoe LANG=C", "USER=… LANG=C"), ("export HOSTNAME=studio", "export HOSTNAME=…")),
        ("USER_SITE=1", "HOMEBREW_PREFIX=/opt/homebrew"),
    ),
    Rule(
        "who a system report names",
        ("user name", "computer name", "hostname", "host name", "localhostname"),
        r"(?i)(?<![\w.])((?:user name|computer name|(?:local)?hostname|host name)[\"']?\s?[:=]\s?"
        r"[\"']?)(?!…|localhost\b|str\b|None\b|=|[\w.]{1,40}\()[^\s'\",;]+",
        r"\1…",
        (
            ("Computer Name: studio", "Computer Name: …"),
            ("  User Name: Jane (jane)", "  User Name: … (jane)"),
        ),
        (
            "hostname: localhost",
            "the host name is unknown",
            "self.hostname = host",
            "hostname: str",
        ),
    ),
    Rule(
        "a serial number",
        ("serial", "serien", "s/n", "de s"),
        r"(?i)((?<![a-z])(?:\w{0,12}serial(?:[ _-]?(?:number|num|no\.?))?|serien(?:nummer|nr\.?)"
        r"|s/n|n[úu]m[ée]ro de s[ée]rie)(?: \(\w{1,20}\))?(?:</key>\s{0,9}<string>|[\"']?[ \t]{0,4}"
        r"(?:[:=][ \t]{0,4}|is )?<?[\"']?))(?-i:(?=[A-Z0-9-]{0,20}\d)(?=[0-9-]{0,20}[A-Z])[A-Z0-9]"
        r"[A-Z0-9-]{5,}\b)",
        r"\1…",
        (
            ("Serial Number (system): C02XYZ123ABC", "Serial Number (system): …"),
            ('"IOPlatformSerialNumber" = "C02XYZ123ABC"', '"IOPlatformSerialNumber" = "…"'),
            ("Serial Number FVFXJ0ABC123", "Serial Number …"),
            ("serial_number=H2XJ9K3L4M", "serial_number=…"),
            ('"serial-number" = <"C02XYZ123ABC">', '"serial-number" = <"…">'),
            ("Seriennummer (System): C02XYZ123ABC", "Seriennummer (System): …"),
            (
                "<key>serial_number</key>\n\t<string>C02XYZ123ABC</string>",
                "<key>serial_number</key>\n\t<string>…</string>",
            ),
        ),
        ("serial number of the certificate", "SerialVersionUID = 12345678", "Serial ATA 3"),
    ),
    Rule(
        "an identifier of hardware",
        ("-",),
        # The identifiers of builds stay: otool, dwarfdump and crash reports print them so.
        r"(?<![\w-])(?<!uuid )(?<!<)(?:GPU-)?[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
        r"(?![\w-])(?! \((?:arm|x86|i386))",
        "<uuid>",
        (
            ("Hardware UUID: 1B9D6BCD-BBFD-4B2D-9B5D-AB8DFBBD4BED", "Hardware UUID: <uuid>"),
            ("GPU-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed", "<uuid>"),
        ),
        (
            "    uuid 1B9D6BCD-BBFD-4B2D-9B5D-AB8DFBBD4BED",
            "UUID: 1B9D6BCD-BBFD-4B2D-9B5D-AB8DFBBD4BED (arm64) libtorch.dylib",
            "0x1 - 0x2 libtorch.dylib <1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed>",
        ),
        least=4,
    ),
    Rule(
        "a device of Apple's older kind",
        ("udid",),
        r"(?i)(\budid[\"']?\s?[:=]\s?[\"']?)[0-9A-F][0-9A-F-]{15,}",
        r"\1…",
        (("Provisioning UDID: 00008103-001A2B3C4D5E6F78", "Provisioning UDID: …"),),
    ),
    # Versions have four numbers too (opencv 4.10.0.84, nvidia-curand 10.3.5.147): an address is one
    # that is called so, that has a port or a mask, or that begins as no version does.
    Rule(
        "an IPv4 address that is called one",
        (".",),
        rf"(?i)((?<![a-z])(?:{_CALLED_ADDRESS}[\"']?(?:[ \t]{{0,2}}[=:(\[][ \t\"']{{0,2}}|[ \t]+)"
        rf"(?:is |of |port )?|(?:from|to|at|via)[ \t]+(?=10\.|[2-9]\d\.)))"
        rf"{_NO_LOOPBACK}{_IPV4}",
        r"\1<address>",
        (
            ("addr=10.20.30.40", "addr=<address>"),
            ("MASTER_ADDR: 10.0.0.1", "MASTER_ADDR: <address>"),
            ("ping 8.8.8.8", "ping <address>"),
            ("inet 10.1.2.33 netmask 0xff", "inet <address> netmask 0xff"),
            ("ssh: connect to host 10.1.2.33 port 22", "ssh: connect to host <address> port 22"),
            ("logged in from 10.1.2.33.", "logged in from <address>."),
        ),
        (
            "upgraded from 4.10.0.84 to 4.11.0.86",
            "opencv-python 4.10.0.84",
            "nvidia-curand-cu12==10.3.5.147",
            "nvidia-curand-cu12 (10.3.5.147)",
            '"version": "10.3.5.147"',
            "host 127.0.0.1",
            "works on 14.5.1.2",
        ),
        least=3,
    ),
    Rule(
        "an IPv4 address by its form",
        (".",),
        rf"(?<![\w.+-])(?<![=<>~!]=){_NO_LOOPBACK}(?:(?:1\d\d|2[0-4]\d|25[0-5])(?:\.{_OCTET}){{3}}"
        rf"{_END}|{_IPV4}(?=:\d|/\d{{1,2}}\b|[\"'], ?\d{{2,5}}\)| port \d)|(?<=\[){_IPV4}(?=\])"
        rf"|(?:(?<=//)|(?<=@)|(?<=[,;] )(?=10\.)){_IPV4})",
        "<address>",
        (
            ("192.168.1.17", "<address>"),
            ("('10.1.2.3', 29500)", "('<address>', 29500)"),
            ("tcp://10.1.2.3:2379", "tcp://<address>:2379"),
            ("10.0.0.0/8 via en0", "<address>/8 via en0"),
            ("root@10.1.2.3's password", "root@<address>'s password"),
            ("(a Mac, 10.1.2.33)", "(a Mac, <address>)"),
        ),
        (
            "127.0.0.1:8080",
            "0.0.0.0:80",
            "255.255.255.0",
            "1.2.3.4",
            "pkg==192.1.2.3",
            "5.15.0.1-x",
        ),
        least=3,
    ),
    Rule(
        "an IPv6 address",
        ("::",),
        rf"(?i)(?<![\w:.])(?:fe80|f[cdf][0-9a-f]{{2}}|[23][0-9a-f]{{3}}|64:ff9b)(?::{_HEX4}){{0,6}}::"
        rf"(?:{_HEX4}(?::{_HEX4}){{0,6}})?(?:%\w{{1,15}})?(?![\w:])",
        "<address>",
        (
            ("fe80::1c2:3ff:fe04:5%en0 on", "<address> on"),
            ("[2001:db8::77:1234]:443", "[<address>]:443"),
        ),
        ("c10::detail", "at::mps::Stream", "::1", "std::fade::x", "fe80::method"),
    ),
    Rule(
        "an IPv6 address in full, or one in IPv4's form",
        (":",),
        rf"(?i)(?<![\w:.])(?:(?:{_HEX4}:){{7}}{_HEX4}|::ffff:{_IPV4})(?![\w:])",
        "<address>",
        (
            ("2001:0db8:0:0:0:0:77:1234", "<address>"),
            ("::ffff:10.1.2.3", "<address>"),
        ),
        ("1:2:3:4", "::ffff"),
        least=3,
    ),
    Rule(
        "a hardware address",
        (":", "-"),
        r"(?i)(?<![\w:.-])(?:(?=[0-9:]{0,16}[a-f])(?:[0-9a-f]{1,2}:){5}[0-9a-f]{1,2}"
        r"|(?:[0-9a-f]{2}:){5}[0-9a-f]{2}|(?=[0-9-]{0,16}[a-f])(?:[0-9a-f]{2}-){5}[0-9a-f]{2})"
        r"(?![\w:-])",
        "<address>",
        (
            ("ether a4:83:e7:12:34:56", "ether <address>"),
            ("at a4:83:e7:1:2:3 on en0", "at <address> on en0"),
            ("Physical Address: A4-83-E7-12-34-56", "Physical Address: <address>"),
        ),
        ("12:30:45", "2026-01-02-03-04-05", "20-26-01-02-03-04", "a-b-c-d-e-f", "0000:01:00.0"),
        least=5,
    ),
    Rule(
        "a hardware address in Cisco's form",
        (".",),
        r"(?i)(?<![\w.-])(?=[0-9.]{0,13}[a-f])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w.-])",
        "<address>",
        (("a483.e712.3456 dynamic", "<address> dynamic"),),
        ("2026.0102.0304", "dead.beefs.cafe"),
        least=2,
    ),
)

NOBODY = frozenset(
    """
    admin administrator ansible anaconda apple arm64 build builder circleci conda container darwin
    default docker gitlab guest home host jenkins jovyan lib linux local localhost mac macbook
    macbook-air macbook-pro macmini macos mambauser mini miniconda mobile name nobody none package
    packages pixi private public python python3 pytorch root runner runneradmin shared site system
    test tester tmp torch ubuntu user username users usr vagrant var vscode work x86_64 xxx you
    your_name yourname
    """.split()  # noqa: SIM905  (a list to read)
)
"""Names of accounts, hosts and folders that name nobody, and that would spoil other words."""

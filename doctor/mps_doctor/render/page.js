"use strict";
// Data goes into the page as text only: nothing in it is ever markup.
(() => {
  document.querySelectorAll("button.copy").forEach((button) => {
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
  });

  const source = document.getElementById("records");
  if (!source) return;
  const STEP = 200;
  const data = JSON.parse(source.textContent);
  // Most rows share their texts: each stands in the data once, and rows name its number.
  const named = (numbers) => numbers.map((number) => data.texts[number]);
  const rows = data.rows.map(named);
  const details = data.details.map(named);
  const roles = data.roles;
  const texts = rows.map((row, index) => [...row, ...details[index]].join(" ").toLowerCase());
  const body = document.getElementById("body");
  const filter = document.getElementById("filter");
  const shown = document.getElementById("shown");
  const more = document.getElementById("more");
  const heads = [...document.querySelectorAll("#table th button")];
  const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;
  let chosen = rows.map((_, index) => index);
  let drawn = 0;
  let column = -1;
  let descending = false;

  const cell = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };

  const open = (line, index) => {
    const next = line.nextElementSibling;
    if (next && next.className === "opened") {
      next.remove();
      line.setAttribute("aria-expanded", "false");
      return;
    }
    const opened = document.createElement("tr");
    opened.className = "opened";
    const wide = document.createElement("td");
    wide.colSpan = heads.length;
    // Labels and texts take turns.
    for (let at = 0; at < details[index].length; at += 2) {
      wide.append(cell("p", details[index][at] + ": " + details[index][at + 1]));
    }
    if (!details[index].length) wide.append(cell("p", "Nothing more is known."));
    opened.append(wide);
    line.after(opened);
    line.setAttribute("aria-expanded", "true");
  };

  const draw = () => {
    const part = document.createDocumentFragment();
    for (const index of chosen.slice(drawn, drawn + STEP)) {
      const line = document.createElement("tr");
      line.className = "record";
      line.tabIndex = 0;
      line.setAttribute("aria-expanded", "false");
      for (const text of rows[index]) {
        const made = cell("td", text);
        if (roles[text]) made.className = roles[text];
        line.append(made);
      }
      line.addEventListener("click", () => open(line, index));
      line.addEventListener("keydown", (event) => { if (event.key === "Enter") open(line, index); });
      part.append(line);
    }
    drawn = Math.min(drawn + STEP, chosen.length);
    body.append(part);
    more.hidden = drawn >= chosen.length;
    shown.textContent = chosen.length + " of " + rows.length + " match, " + drawn + " shown";
  };

  const choose = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    // `=word` is a whole cell; `word` is any part of the row.
    chosen = rows.map((_, index) => index).filter((index) => words.every((word) =>
      word[0] === "=" ? rows[index].some((text) => text.toLowerCase() === word.slice(1))
        : texts[index].includes(word)));
    if (column >= 0) {
      chosen.sort((a, b) => compare(rows[a][column], rows[b][column]) * (descending ? -1 : 1));
    }
    body.textContent = "";
    drawn = 0;
    draw();
  };

  heads.forEach((head, place) => head.addEventListener("click", () => {
    descending = column === place && !descending;
    column = place;
    heads.forEach((other, at) => other.parentElement.setAttribute("aria-sort",
      at !== place ? "none" : descending ? "descending" : "ascending"));
    choose();
  }));
  document.querySelectorAll("[data-filter]").forEach((button) => {
    button.addEventListener("click", () => {
      filter.value = button.dataset.filter;
      choose();
      filter.scrollIntoView();
    });
  });
  filter.addEventListener("input", choose);
  more.addEventListener("click", draw);
  choose();
})();

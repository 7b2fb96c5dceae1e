"use strict";
// Rows come as data and go into the page as text alone: nothing in them is ever markup.
(() => {
  const STEP = 200;
  const rows = JSON.parse(document.getElementById("rows").textContent);
  const texts = rows.map((row) => row.join(" ").toLowerCase());
  const body = document.getElementById("body");
  const filter = document.getElementById("filter");
  const shown = document.getElementById("shown");
  const more = document.getElementById("more");
  const heads = [...document.querySelectorAll("th button")];
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

  const open = (line, row) => {
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
    wide.append(cell("p", row[9] || "Nothing more is known."));
    if (row[8]) wide.append(cell("p", "Interpreter: " + row[8]));
    if (row[11]) wide.append(cell("p", "All causes: " + row[11]));
    if (row[10]) wide.append(cell("pre", row[10]));
    wide.append(cell("p", "From: " + row[12]));
    opened.append(wide);
    line.after(opened);
    line.setAttribute("aria-expanded", "true");
  };

  const draw = () => {
    const part = document.createDocumentFragment();
    for (const index of chosen.slice(drawn, drawn + STEP)) {
      const row = rows[index];
      const line = document.createElement("tr");
      line.className = "host";
      line.tabIndex = 0;
      line.setAttribute("aria-expanded", "false");
      for (let place = 0; place < heads.length; place += 1) line.append(cell("td", row[place]));
      line.children[1].className = row[1];
      line.addEventListener("click", () => open(line, row));
      line.addEventListener("keydown", (event) => { if (event.key === "Enter") open(line, row); });
      part.append(line);
    }
    drawn = Math.min(drawn + STEP, chosen.length);
    body.append(part);
    more.hidden = drawn >= chosen.length;
    shown.textContent = chosen.length + " of " + rows.length + " rows match, " + drawn + " shown";
  };

  const choose = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    chosen = [];
    for (let index = 0; index < rows.length; index += 1) {
      // `=word` is a whole cell, a causes' list among them; `word` is any part of the row.
      const fits = words.every((word) => word[0] === "="
        ? rows[index].includes(word.slice(1)) || rows[index][11].split(" ").includes(word.slice(1))
        : texts[index].includes(word));
      if (fits) chosen.push(index);
    }
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
      const words = button.dataset.filter;
      filter.value = words === "unknown" ? "=unknown" : words;
      choose();
      filter.scrollIntoView();
    });
  });
  filter.addEventListener("input", choose);
  more.addEventListener("click", draw);
  choose();
})();

// Sorts the list of sessions; everything else on the page works without a script.
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const head = button.closest("th");
    const body = head.closest("table").tBodies[0];
    const column = head.cellIndex;
    const down = head.getAttribute("aria-sort") !== "descending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = (row) => {
      const cell = row.cells[column];
      const data = cell.querySelector("data");
      return data ? Number(data.value) : cell.textContent === "–" ? -Infinity : cell.textContent;
    };
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const rows = [...body.rows].sort((a, b) => order(value(a), value(b)) * (down ? -1 : 1));
    body.append(...rows);
  });
}

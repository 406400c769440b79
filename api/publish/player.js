"use strict";
(() => {
  const svg = "http://www.w3.org/2000/svg";
  const players = new Map();

  // A game's data: boards [id upright, id turned round, width, height], seats
  // of each place for both ways [x, y, hundredths of the size], sides, the
  // square's side; and plies [before, side to move, changes, last squares,
  // strokes upright, strokes turned round]. A change is [place, piece, count].
  class Player {
    constructor(section) {
      this.section = section;
      this.data = JSON.parse(section.querySelector("script").textContent);
      this.picture = section.querySelector(".board svg");
      this.slider = section.querySelector("input");
      this.spoken = section.querySelector(".now");
      this.links = new Map([...section.querySelectorAll(".moves a")].map(a => [Number(a.id.split("-")[1]), a]));
      this.next = this.data.plies.map(() => []);
      this.data.plies.forEach((ply, id) => { if (id && ply) this.next[ply[0]].push(id); });
      this.at = 0;
      this.turned = 0;
      this.timer = 0;
      const men = this.picture.querySelector(".men");
      men.replaceChildren();
      this.men = this.data.seats[0].map(() => men.appendChild(document.createElementNS(svg, "use")));
      this.counts = this.data.seats[0].map((_, place) => place < this.data.hands ? null : men.appendChild(this.countAt()));
      this.seat();
      this.state = [];
      this.show(0, true);
    }

    countAt() {
      const text = document.createElementNS(svg, "text");
      for (const [name, value] of [["font-family", "sans-serif"], ["font-size", 10], ["font-weight", 700], ["fill", "#463c2e"]]) text.setAttribute(name, value);
      return text;
    }

    // seat puts every place where it is, this way round.
    seat() {
      this.data.seats[this.turned].forEach(([x, y, size], place) => {
        this.men[place].setAttribute("transform", `translate(${x} ${y})scale(${size / 100})`);
        if (this.counts[place]) {
          this.counts[place].setAttribute("x", x + 14.5);
          this.counts[place].setAttribute("y", y + 11);
        }
      });
    }

    path(id) {
      const way = [];
      for (let i = id; ; i = this.data.plies[i][0]) {
        way.push(i);
        if (!i) return way.reverse();
      }
    }

    // line is the way to a ply and on from it.
    line(id) {
      const way = this.path(id);
      for (let i = id; this.next[i].length;) way.push(i = this.next[i][0]);
      return way;
    }

    position(id) {
      const state = [];
      for (const i of this.path(id)) for (const [place, piece, count] of this.data.plies[i][2]) state[place] = [piece, count || 1];
      return state;
    }

    draw() {
      const pieces = this.section.closest("body").dataset.sheet + "p";
      const flipped = this.turned ? "f" : "";
      this.men.forEach((use, place) => {
        const [piece, count] = this.state[place] || [0, 0];
        if (piece) use.setAttribute("href", "#" + pieces + piece + flipped);
        else use.removeAttribute("href");
        if (this.counts[place]) this.counts[place].textContent = piece && count > 1 ? count : "";
      });
      const [, side, , last, ...strokes] = this.data.plies[this.at];
      const board = this.data.boards[this.turned];
      const uses = [...this.picture.querySelectorAll(":scope > use")];
      ["g", "h", "c0" + (side === 0 ? "t" : ""), "c1" + (side === 1 ? "t" : "")].forEach((part, i) => uses[i].setAttribute("href", "#" + board + part));
      this.strokes(".last", last.length ? [[last.map(p => {
        const [x, y] = this.data.seats[this.turned][p];
        return `M${x - 20} ${y - 20}h40v40h-40z`;
      }).join(""), "#b9cf4a", "#6b7f10", 1.8]] : []);
      this.strokes(".notes", strokes[this.turned] || []);
    }

    strokes(group, list) {
      this.picture.querySelector(group).replaceChildren(...list.map(([d, fill, stroke, width]) => {
        const path = document.createElementNS(svg, "path");
        for (const [name, value] of [["d", d], ["fill", fill], ["stroke", stroke], ["stroke-width", width]]) path.setAttribute(name, value);
        return path;
      }));
    }

    words() {
      const link = this.links.get(this.at);
      return link ? link.dataset.n + " " + link.textContent : "The start";
    }

    show(id, silent) {
      const old = this.links.get(this.at), link = this.links.get(id);
      if (old) old.removeAttribute("aria-current");
      this.at = id;
      this.state = this.position(id);
      this.draw();
      const way = this.line(id), where = way.indexOf(id);
      this.slider.max = way.length - 1;
      this.slider.value = where;
      this.slider.setAttribute("aria-valuetext", this.words());
      this.picture.setAttribute("aria-label", "Position after " + this.words());
      const description = this.picture.querySelector("desc");
      if (description) description.textContent = this.description();
      for (const [name, off] of [["first", !id], ["back", !id], ["on", !this.next[id].length], ["last", !this.next[id].length]]) {
        this.section.querySelector(`[data-do=${name}]`).disabled = off;
      }
      if (!this.next[id].length) this.stop();
      if (silent) return;
      if (link) {
        link.setAttribute("aria-current", "step");
        this.reveal(link);
        history.replaceState(null, "", "#" + link.id);
      }
      this.spoken.textContent = this.words() + this.remark(link);
    }

    // remark is what the list says of the ply right behind it.
    remark(link) {
      if (!link) return "";
      const cell = link.closest(".moves > *");
      const note = cell && cell.tagName === "SPAN" ? cell.nextElementSibling : null;
      return note && note.classList.contains("k") ? ": " + note.innerText : "";
    }

    // reveal scrolls the list where it stands beside the board.
    reveal(link) {
      if (matchMedia("(min-width:56rem)").matches) link.scrollIntoView({block: "nearest"});
    }

    description() {
      const {names, places} = this.data;
      const pieces = JSON.parse(document.getElementById("pieces").textContent);
      return names.map((name, side) => name + ": " + this.state.map((held, place) => {
        if (!held || !held[0] || pieces[held[0] - 1][0] !== side) return "";
        return (held[1] > 1 ? held[1] + " " : "") + pieces[held[0] - 1][1].replace(name + " ", "") + " " + places[place];
      }).filter(Boolean).join(", ") + ".").join(" ");
    }

    // aside goes to the line before or after that begins instead.
    aside(step) {
      if (!this.at) return;
      const lines = this.next[this.data.plies[this.at][0]];
      const other = lines[lines.indexOf(this.at) + step];
      if (other) this.show(other);
    }

    stop() {
      clearInterval(this.timer);
      this.timer = 0;
      const button = this.section.querySelector("[data-do=play]");
      button.setAttribute("aria-pressed", "false");
    }

    act(name) {
      const way = this.line(this.at);
      switch (name) {
        case "first": return this.show(0);
        case "back": return this.at ? this.show(this.data.plies[this.at][0]) : undefined;
        case "on": return this.next[this.at].length ? this.show(this.next[this.at][0]) : undefined;
        case "last": return this.show(way[way.length - 1]);
        case "before": return this.aside(-1);
        case "after": return this.aside(1);
        case "turn":
          this.turned = 1 - this.turned;
          this.section.querySelector("[data-do=turn]").setAttribute("aria-pressed", String(!!this.turned));
          this.seat();
          return this.draw();
        case "play":
          if (this.timer) return this.stop();
          if (!this.next[this.at].length) this.show(0);
          this.section.querySelector("[data-do=play]").setAttribute("aria-pressed", "true");
          this.timer = setInterval(() => this.act("on"), 1000);
      }
    }
  }

  const player = section => {
    if (!section || !section.querySelector(".board")) return null;
    if (!players.has(section)) players.set(section, new Player(section));
    return players.get(section);
  };
  const sections = [...document.querySelectorAll(".game")];
  let current = null;

  // chosen is the game that keys are for: the one last used, else the first
  // that is seen.
  const chosen = () => {
    const seen = s => { const r = s.getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight; };
    return player(current && seen(current) ? current : sections.find(s => s.querySelector(".board") && seen(s)));
  };

  document.addEventListener("click", event => {
    const link = event.target.closest(".moves a"), button = event.target.closest("[data-do]");
    if (!link && !button) return;
    if (button && button.dataset.do === "theme") {
      const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
      document.documentElement.dataset.theme = dark ? "light" : "dark";
      return;
    }
    if (button && button.dataset.do === "diagrams") {
      button.setAttribute("aria-pressed", String(document.documentElement.classList.toggle("played") === false));
      return;
    }
    current = event.target.closest(".game");
    const it = player(current);
    if (!it) return;
    if (button) it.act(button.dataset.do);
    else if (it.data.plies[Number(link.id.split("-")[1])]) {
      event.preventDefault();
      it.show(Number(link.id.split("-")[1]));
    }
  });

  document.addEventListener("input", event => {
    if (event.target.matches(".find")) {
      const words = event.target.value.toLowerCase().split(/\s+/);
      for (const line of document.querySelectorAll(".contents li")) {
        const text = line.textContent.toLowerCase();
        line.hidden = !words.every(word => text.includes(word));
      }
      return;
    }
    if (!event.target.matches(".play input")) return;
    current = event.target.closest(".game");
    const it = player(current);
    it.show(it.line(it.at)[Number(event.target.value)]);
  });

  const keys = {ArrowLeft: "back", ArrowRight: "on", ArrowUp: "before", ArrowDown: "after", Home: "first", End: "last", f: "turn", " ": "play"};
  document.addEventListener("keydown", event => {
    const name = keys[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input,textarea")) return;
    if (event.key === " " && event.target.matches("button,a")) return;
    const it = chosen();
    if (!it) return;
    if ((name === "before" || name === "after") && (!it.at || it.next[it.data.plies[it.at][0]].length < 2)) return;
    event.preventDefault();
    current = it.section;
    it.act(name);
  });

  document.documentElement.classList.add("played");
  for (const hidden of document.querySelectorAll("[data-script]")) hidden.hidden = false;
  const asked = location.hash && document.getElementById(location.hash.slice(1));
  const named = asked && asked.closest(".moves") && player(asked.closest(".game"));
  if (named && named.data.plies[Number(asked.id.split("-")[1])]) named.show(Number(asked.id.split("-")[1]));
})();

"use strict";
// The plain page: everything a scene holds, as text and buttons. It knows no game.
const $ = (id) => document.getElementById(id);
const make = (tag, text = "") => Object.assign(document.createElement(tag), { textContent: text });
const language = $("language");
language.value = (navigator.language || "fr").slice(0, 2);
if (!language.value) language.value = "fr";
let socket = null;
let number = 0;

async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(path, options);
  const data = await response.json();
  if (!response.ok) throw new Error(data.message);
  return data;
}

function listTables(id, rows) {
  $(id).replaceChildren(...rows.map((row) => {
    const link = make("a", `${row.game}: ${row.summary.names.map((n) => n || "…").join(", ")} (${row.status})`);
    link.href = `#${row.table}`;
    const item = make("li");
    item.append(link);
    return item;
  }));
}

async function playNow(game) {
  const players = game.options[0].default;
  const best = game.bots[game.bots.length - 1];
  const bots = ["", ...Array(players - 1).fill(best)];
  const made = await ask("/api/tables", { game: game.game, bots });
  location.hash = made.table;
  sessionStorage.setItem("begin", made.table);
}

async function home() {
  const me = await ask(`/api/guest?language=${language.value}`, {});
  $("who").textContent = me.name;
  const games = await ask("/api/games");
  $("games").replaceChildren(...games.map((game) => {
    const item = make("li");
    const button = make("button", game.name);
    button.onclick = () => playNow(game);
    item.append(button);
    return item;
  }));
  listTables("mine", await ask("/api/tables?mine=1"));
  listTables("open", await ask("/api/tables"));
}

function send(message) {
  number += 1;
  socket.send(JSON.stringify({ ...message, id: number }));
}

function choiceElement(view, choice) {
  const play = (text) => send({ type: "play", decision: view.decision, text });
  if (!choice.picks.some((pick) => pick.targets.length)) {
    const button = make("button", choice.label);
    button.dataset.text = choice.text;
    button.onclick = () => (!choice.careful || confirm(choice.label)) && play(choice.text);
    return button;
  }
  const box = make("fieldset");
  box.append(make("legend", choice.label));
  const labels = Object.fromEntries(view.scene.pieces.map((piece) => [piece.id, piece.label]));
  const boxes = choice.picks.map((pick) => pick.targets.map(([target, name]) => {
    const input = Object.assign(make("input"), { type: "checkbox", value: name });
    const label = make("label");
    label.append(input, ` ${labels[target]}`);
    box.append(label);
    return input;
  }));
  const button = make("button", "✓");
  button.onclick = () => {
    const words = [choice.text];
    choice.picks.forEach((pick, i) => {
      const names = boxes[i].filter((input) => input.checked).map((input) => input.value);
      if (names.length) words.push(...(pick.word ? [pick.word] : []), ...names);
    });
    play(words.join(" "));
  };
  box.append(button);
  return box;
}

function areaElement(scene, area) {
  const box = make("article");
  box.classList.toggle("acting", area.acting);
  box.append(make("h2", area.label));
  for (const counter of area.counters) box.append(make("p", `${counter.label}: ${counter.value}`));
  const list = make("ul");
  for (const piece of scene.pieces.filter((one) => one.area === area.id)) {
    list.append(make("li", piece.value ? `${piece.label} (${piece.value})` : piece.label));
  }
  box.append(list);
  return box;
}

function show(view) {
  $("state").textContent = `${view.game} · ${view.status} · ${view.commitment.slice(0, 12)}…`;
  $("seats").replaceChildren(...view.seats.map((seat, index) => {
    const item = make("li", `${seat.acting ? "▶ " : ""}${seat.name || "…"}${seat.bot ? ` (bot ${seat.bot})` : ""}${seat.program ? " (program)" : ""}`);
    if (!seat.taken && view.seat < 0) {
      const button = make("button", "S'asseoir");
      button.onclick = () => send({ type: "sit", seat: index });
      item.append(" ", button);
    }
    return item;
  }));
  $("prompt").textContent = view.scene ? view.scene.prompt : "";
  const choices = view.scene ? view.scene.choices.map((choice) => choiceElement(view, choice)) : [];
  if (view.status === "waiting" && view.host) {
    const button = make("button", "Commencer");
    button.id = "start";
    button.onclick = () => send({ type: "start" });
    choices.push(button);
  }
  $("choices").replaceChildren(...choices);
  $("areas").replaceChildren(...(view.scene ? view.scene.areas.map((area) => areaElement(view.scene, area)) : []));
  $("log").append(...view.lines.map((line) => make("li", line.text)));
  $("log").scrollTop = $("log").scrollHeight;
  $("talk").replaceChildren(...view.talk.map((one) => make("li", `${one.name}: ${one.text}`)));
  if (view.scores.length) $("answer").textContent = `✓ ${view.scores.join(" · ")}`;
  if (sessionStorage.getItem("begin") === view.table && view.status === "waiting") {
    if (view.seat < 0) send({ type: "sit", seat: 0 });
    else { sessionStorage.removeItem("begin"); send({ type: "start" }); }
  }
}

async function listen(bytes) {
  const context = new AudioContext();
  const samples = new Int16Array(await bytes.arrayBuffer());
  const buffer = context.createBuffer(1, samples.length, 22050);
  buffer.getChannelData(0).set(Float32Array.from(samples, (sample) => sample / 32768));
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}

function join(table) {
  if (socket) { socket.onclose = null; socket.close(); }
  $("log").replaceChildren();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/ws/${table}?language=${language.value}`);
  socket.onmessage = (event) => {
    if (typeof event.data !== "string") { listen(event.data); return; }
    const message = JSON.parse(event.data);
    if (message.type === "view") show(message);
    else if (message.type === "refused") $("answer").textContent = `${message.message} ${message.rule}`;
    else $("answer").textContent = "";
  };
  socket.onclose = () => setTimeout(() => join(table), 1000);
}

async function route() {
  const table = location.hash.slice(1);
  $("home").hidden = Boolean(table);
  $("table").hidden = !table;
  await home();
  if (table) join(table);
}

language.onchange = () => { $("log").replaceChildren(); if (socket) send({ type: "language", language: language.value }); };
$("talk-form").onsubmit = (event) => {
  event.preventDefault();
  send({ type: "say", text: $("talk-text").value });
  $("talk-text").value = "";
};
window.onhashchange = route;
route();

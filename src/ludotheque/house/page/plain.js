"use strict";
// The plain page: everything a scene holds, as text and buttons. It knows no game.
const $ = (id) => document.getElementById(id);
const make = (tag, text = "") => Object.assign(document.createElement(tag), { textContent: text });
const language = $("language");
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
  listTables("mine", (await ask("/api/tables?mine=1")).tables);
  listTables("open", (await ask("/api/tables")).tables);
}

function send(message) {
  number += 1;
  socket.send(JSON.stringify({ ...message, id: number }));
}

// Public items, without hidden ones, replaced or followed by the seat's own.
function overlay(items, own, hidden) {
  const left = new Map(own.map((item) => [item.id, item]));
  const shown = items.filter((item) => !hidden.includes(item.id)).map((item) => {
    const replaced = left.get(item.id) ?? item;
    left.delete(item.id);
    return replaced;
  });
  return [...shown, ...left.values()];
}

function sceneOf({ scene, own }) {
  if (!scene || !own) return scene && { ...scene, choices: [] };
  return {
    prompt: own.prompt || scene.prompt,
    areas: overlay(scene.areas, own.areas, own.hidden_areas),
    pieces: overlay(scene.pieces, own.pieces, own.hidden_pieces),
    choices: own.choices,
  };
}

function logOf({ lines, own }) {
  const place = (line) => `${line.event}.${line.part}`;
  const all = new Map([...lines, ...(own?.lines ?? [])].map((line) => [place(line), line]));
  return [...all.values()].filter((line) => line.text)
    .sort((one, other) => one.event - other.event || one.part - other.part);
}

function choiceElement(view, scene, choice) {
  const play = (text) => send({ type: "play", decision: view.own.decision, text });
  if (!choice.picks.some((pick) => pick.targets.length)) {
    const button = make("button", choice.label);
    button.dataset.text = choice.text;
    button.onclick = () => (!choice.confirm || confirm(choice.label)) && play(choice.text);
    return button;
  }
  const box = make("fieldset");
  box.append(make("legend", choice.label));
  const labels = Object.fromEntries(scene.pieces.map((piece) => [piece.id, piece.label]));
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
  const { table, you, chat } = view;
  const scene = sceneOf(view);
  $("state").textContent = `${table.game} · ${table.status} · ${table.commitment.slice(0, 12)}…`;
  $("seats").replaceChildren(...table.seats.map((seat, index) => {
    const item = make("li", `${seat.acting ? "▶ " : ""}${seat.name || "…"}${seat.bot ? ` (bot ${seat.bot})` : ""}${seat.program ? " (program)" : ""}`);
    if (!seat.taken && you.seat < 0) {
      const button = make("button", "S'asseoir");
      button.onclick = () => send({ type: "sit", seat: index });
      item.append(" ", button);
    }
    return item;
  }));
  $("prompt").textContent = scene ? scene.prompt : "";
  const choices = scene ? scene.choices.map((choice) => choiceElement(view, scene, choice)) : [];
  if (table.status === "waiting" && you.host) {
    const button = make("button", "Commencer");
    button.id = "start";
    button.onclick = () => send({ type: "start" });
    choices.push(button);
  }
  $("choices").replaceChildren(...choices);
  $("areas").replaceChildren(...(scene ? scene.areas.map((area) => areaElement(scene, area)) : []));
  $("log").replaceChildren(...logOf(view).map((line) => make("li", line.text)));
  $("log").scrollTop = $("log").scrollHeight;
  const isMuted = ({ author, seat }) => you.muted_authors.includes(author) || (seat < 0 && you.muted_seats.includes(-1));
  $("talk").replaceChildren(...chat.filter((one) => !isMuted(one)).map((one) => make("li", `${one.name}: ${one.text}`)));
  if (table.scores.length) $("answer").textContent = `✓ ${table.scores.join(" · ")}`;
  if (sessionStorage.getItem("begin") === table.table && table.status === "waiting") {
    if (you.seat < 0) send({ type: "sit", seat: 0 });
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
  socket = new WebSocket(`${scheme}://${location.host}/ws/${table}?protocol=2&whole=1&language=${language.value}`);
  socket.onmessage = (event) => {
    if (typeof event.data !== "string") { listen(event.data); return; }
    const message = JSON.parse(event.data);
    if (message.type === "view") show(message);
    else if (message.type === "refused") $("answer").textContent = `${message.message} ${message.rule}`;
    else if (message.type === "done") $("answer").textContent = "";
  };
  socket.onclose = ({ code, reason }) => {
    if (code === 4002) $("answer").textContent = reason; // another protocol: only a newer page helps
    else setTimeout(() => join(table), 1000);
  };
}

async function route() {
  const table = location.hash.slice(1);
  $("home").hidden = Boolean(table);
  $("table").hidden = !table;
  await home();
  if (table) join(table);
}

async function offerLanguages() {
  const names = await ask("/languages.json");
  language.replaceChildren(...Object.entries(names).map(([code, name]) => new Option(name, code)));
  const wanted = [navigator.language, navigator.language.split("-")[0]];
  language.value = wanted.find((code) => code in names) ?? Object.keys(names)[0];
}

language.onchange = () => { if (socket) send({ type: "language", language: language.value }); };
$("talk-form").onsubmit = (event) => {
  event.preventDefault();
  send({ type: "say", text: $("talk-text").value });
  $("talk-text").value = "";
};
window.onhashchange = route;
offerLanguages().then(route);

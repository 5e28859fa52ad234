// A run that goes on: asks the program that serves the page for news, and shows them. Whoever looks at the last moment stays with it.

/** Between two questions, in milliseconds; longer where an answer takes long to show. */
const PAUSE = 100;

/** How far the run is, or how it ended. */
function progress({ time, end, over, error, pace }) {
  const at = `t = ${time.toPrecision(4)} of ${end} s`;
  if (over && error) return `The simulation could not go on at ${at}: ${error}`;
  if (over) return time < end ? `The simulation was stopped at ${at}.` : `The simulation has ended at t = ${end} s.`;
  const speed = pace === null ? "as fast as it can be computed" : pace === 1 ? "in real time" : `${pace} × real time`;
  return `Simulating ${speed}: ${at}`;
}

/** `address` answers with everything there is to see, or with nothing if that is known by its `state`. */
export function goLive(address, { runs, player, show }) {
  let state = "";
  const note = document.getElementById("thinned");
  const ask = async () => {
    const begun = performance.now();
    let live = null;
    try {
      const response = await fetch(`${address}?${state}`, { cache: "no-store" });
      live = response.status === 200 ? take(await response.json()) : {};
    } catch {
      note.textContent = "The program that showed this run has ended; what was seen until then stays.";
      return;
    }
    if (!live.over) setTimeout(ask, Math.max(PAUSE, performance.now() - begun));
  };
  const take = (raw) => {
    const follows = !player.playing && player.time >= player.end;
    runs.forEach((run, k) => run.load(raw.runs[k]));
    player.extend(Math.max(...runs.map((run) => run.end)));
    show();
    note.textContent = [progress(raw.live), note.textContent].filter(Boolean).join(" ");
    if (follows) player.seek(player.end);
    state = raw.live.state;
    return raw.live;
  };
  player.seek(player.end);
  ask();
}

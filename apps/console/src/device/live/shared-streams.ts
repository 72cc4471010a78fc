export interface StreamWish {
  /** Address without devices. */
  url: string;
  /** Devices outside the user's own list. */
  deviceIds: readonly string[];
  /** The login in this browser: windows of different logins never share a stream. */
  login: string;
  /** The events to listen for. */
  names: readonly string[];
}
/** From a window to the worker; `close` is its last word. */
export type ToWorker = StreamWish | 'close';
/** From the worker to a window. `isRefused`: the browser does not reconnect by itself. */
export type FromWorker = 'joined' | { isRefused: boolean } | { name: string; text: string };

/** A window, as the worker knows it. */
interface StreamWindow {
  send: (message: FromWorker) => void;
}

/** The most devices that the server accepts (`MAX_WATCHED`); a window with further ones gets another stream. */
const MOST_DEVICES = 200;

interface Stream {
  source: EventSource;
  deviceIds: ReadonlySet<string>;
  windows: Set<StreamWindow>;
  hasBegun: boolean;
  isBroken: boolean;
}

export function streamUrl(url: string, deviceIds: Iterable<string>): string {
  const query = new URLSearchParams([...deviceIds].map((id) => ['device_id', id]));
  return query.size > 0 ? `${url}?${query}` : url;
}

/**
 * One stream for windows of one login. A stream tells the whole state only when it begins, so a window that joins makes a
 * new one, with the devices of all. The new one replaces the earlier one, which goes on until the first ping of the new one:
 * no event is lost between the two.
 */
function createPool(onEmpty: () => void) {
  const wishes = new Map<StreamWindow, StreamWish>();
  let current: Stream | undefined;
  let next: Stream | undefined;
  let old: Stream | undefined;

  const devicesWith = (wish?: StreamWish) =>
    new Set([...wishes.values(), ...(wish ? [wish] : [])].flatMap(({ deviceIds }) => deviceIds));
  const sendTo = (windows: Iterable<StreamWindow>, message: FromWorker) => {
    for (const one of [...windows]) one.send(message);
  };

  function open(wish: StreamWish, windows: Set<StreamWindow>): Stream {
    const deviceIds = devicesWith();
    const source = new EventSource(streamUrl(wish.url, deviceIds), { withCredentials: true });
    const stream: Stream = { source, deviceIds, windows, hasBegun: false, isBroken: false };
    for (const name of wish.names)
      source.addEventListener(name, ({ data }) => receive(stream, name, data as string));
    source.onerror = () => onError(stream);
    return stream;
  }

  /** The windows of a broken stream wait for the state too; others have it. */
  function begin(stream: Stream, name: string, text: string) {
    stream.hasBegun = true;
    closeOld();
    old = current;
    current = stream;
    next = undefined;
    if (old?.isBroken) for (const one of old.windows) stream.windows.add(one);
    sendTo(stream.windows, { name, text });
    for (const one of old?.windows ?? []) stream.windows.add(one);
    if (old?.isBroken) closeOld();
  }

  function receive(stream: Stream, name: string, text: string) {
    stream.isBroken = false;
    if (stream === next) return begin(stream, name, text);
    if (stream === current && name === 'ping') closeOld();
    // The server may close the earlier stream for the new one.
    if (stream === current || name !== 'closed') sendTo(stream.windows, { name, text });
  }

  function onError(stream: Stream) {
    const isRefused = stream.source.readyState === EventSource.CLOSED;
    if (stream === old) return closeOld();
    stream.isBroken = true;
    if (stream === next) {
      stream.source.close();
      next = undefined;
    }
    sendTo(stream.windows, { isRefused });
  }

  function closeOld() {
    old?.source.close();
    old = undefined;
  }

  function closeUnused() {
    for (const stream of [current, next, old]) if (stream?.windows.size === 0) stream.source.close();
    if (current?.windows.size === 0) current = undefined;
    if (next?.windows.size === 0) next = undefined;
    if (old?.windows.size === 0) old = undefined;
    if (wishes.size === 0) onEmpty();
  }

  function leave(one: StreamWindow) {
    wishes.delete(one);
    for (const stream of [current, next, old]) stream?.windows.delete(one);
    closeUnused();
  }

  return {
    isFor: (wish: StreamWish) => devicesWith(wish).size <= Math.max(MOST_DEVICES, wish.deviceIds.length),
    has: (one: StreamWindow) => wishes.has(one),
    leave,
    join(one: StreamWindow, wish: StreamWish) {
      wishes.set(one, wish);
      if (next && wish.deviceIds.every((id) => next?.deviceIds.has(id))) {
        next.windows.add(one);
        return;
      }
      next?.source.close();
      next = open(wish, new Set([...(next?.windows ?? []), one]));
    },
    refuse() {
      for (const one of [...wishes.keys()]) {
        leave(one);
        one.send({ isRefused: true });
      }
    },
  };
}
type Pool = ReturnType<typeof createPool>;

/** The streams of all windows of this browser. A new login ends those of the earlier one. */
export function createSharedStreams() {
  const pools = new Map<Pool, string>();
  const endedLogins = new Set<string>();
  let login: string | undefined;

  function poolFor(wish: StreamWish): Pool {
    for (const [pool, url] of pools) if (url === wish.url && pool.isFor(wish)) return pool;
    const pool: Pool = createPool(() => pools.delete(pool));
    pools.set(pool, wish.url);
    return pool;
  }
  const leave = (one: StreamWindow) => {
    for (const pool of [...pools.keys()]) if (pool.has(one)) pool.leave(one);
  };

  return {
    leave,
    join(one: StreamWindow, wish: StreamWish) {
      one.send('joined');
      leave(one);
      if (endedLogins.has(wish.login)) return one.send({ isRefused: true });
      if (login !== undefined && login !== wish.login) {
        endedLogins.add(login);
        for (const pool of [...pools.keys()]) pool.refuse();
      }
      login = wish.login;
      poolFor(wish).join(one, wish);
    },
  };
}

/** Loaded before the server, with `--expose-gc`: it answers a message with its used heap after a collection, in bytes. */
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.({ heap: process.memoryUsage().heapUsed });
});

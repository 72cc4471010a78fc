import type { Link } from './link.ts';

/** The link of a server without the role `link`: its boards are offline, or connected to another server. */
export const NO_LINK: Link = {
  url: '',
  port: 0,
  send: async () => {},
  forget: async () => {},
  cut: () => {},
  // The brokers are those of other servers: this one has none that could be down.
  isUp: () => true,
  close: () => {},
  handOver: async () => 0,
  stop: async () => {},
};

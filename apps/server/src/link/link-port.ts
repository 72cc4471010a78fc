import type { Link } from './link.ts';

/** The link to the boards, usable before the broker has started. */
export function createLinkPort() {
  let current: Link | undefined;
  const send: Link['send'] = (...message) =>
    current?.send(...message) ?? Promise.reject(new Error('no broker yet'));
  /** A broker that has not started holds no messages. */
  const forget: Link['forget'] = (...what) => current?.forget(...what) ?? Promise.resolve();
  return {
    send,
    forget,
    isUp: () => current?.isUp() ?? false,
    /** Where boards connect: by TLS, if it is on. */
    url: () => current?.tlsUrl ?? current?.url ?? '',
    attach: (link: Link) => {
      current = link;
    },
  };
}

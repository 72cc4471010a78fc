import type { DownTopic, Link } from './link.ts';

/** A message for a board, on its way to the server that the board is connected to. */
export interface ForwardedMessage {
  name: DownTopic;
  deviceId: string;
  /** Missing clears the message. */
  message?: object;
}

/** Passes a message to the other server that the board is connected to; nothing if it is connected here. */
type PassOn = (message: ForwardedMessage) => Promise<void> | undefined;

/** The link to the boards, usable before the broker has started. */
export function createLinkPort(passOn: PassOn = () => undefined) {
  let current: Link | undefined;
  const sendHere: Link['send'] = (...message) =>
    current?.send(...message) ?? Promise.reject(new Error('no broker yet'));
  const send: Link['send'] = (name, deviceId, message, n) =>
    passOn({ name, deviceId, message }) ?? sendHere(name, deviceId, message, n);
  /** A broker that has not started holds no messages. */
  const forgetHere: Link['forget'] = (...what) => current?.forget(...what) ?? Promise.resolve();
  const forget: Link['forget'] = (name, deviceId) => passOn({ name, deviceId }) ?? forgetHere(name, deviceId);
  return {
    /** A message of another server. */
    sendForwarded: ({ name, deviceId, message }: ForwardedMessage) =>
      message ? sendHere(name, deviceId, message as never) : forgetHere(name, deviceId),
    close: (deviceId: string, conn: number) => current?.close(deviceId, conn),
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

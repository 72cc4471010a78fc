/** Reason codes of MQTT 5 that the server sends (2.4 of the specification). */
export const REASON = {
  success: 0x00,
  willOnDisconnect: 0x04,
  unspecified: 0x80,
  malformed: 0x81,
  protocolError: 0x82,
  unsupportedVersion: 0x84,
  badClientId: 0x85,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  unavailable: 0x88,
  shuttingDown: 0x8b,
  badAuthMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  takenOver: 0x8e,
  badTopicAlias: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  byOperator: 0x98,
  qosNotSupported: 0x9b,
  noSharedSubscriptions: 0x9e,
  noSubscriptionIds: 0xa1,
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];

/** A packet that closes its connection. */
export class RefusedPacketError extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`refused with 0x${reason.toString(16)}`);
    this.reason = reason;
  }
}

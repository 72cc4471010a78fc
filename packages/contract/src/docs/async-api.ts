import * as z from 'zod/mini';
import { TOPIC_NAMES, type TopicName, topics } from '../mqtt/topics.ts';

/** One sentence per message; a topic without one does not compile. */
const SUMMARIES: Record<TopicName, string> = {
  status: 'Birth after each connect, and the will that the broker publishes after a lost connection.',
  info: 'Description of the board: version, hardware, converter, Wi-Fi and capabilities.',
  tele: 'One telemetry frame; all fields at connect and every minute, otherwise changed fields only.',
  event: 'A condition was raised or cleared.',
  cmd: 'A command of a user, valid until its expiry.',
  ack: 'The result of a command; done only after a read-back from the drive.',
  'cfg/desired': 'The desired configuration of the board.',
  'cfg/reported': 'The applied version of the configuration, or the reason of a rejection.',
  'ota/job': 'A signed firmware manifest; an empty payload cancels the job.',
  'ota/state': 'Progress of a firmware job.',
  'ota/req': 'Request of the board for one chunk of the image.',
  'ota/chunk': 'One chunk of the image, as raw bytes.',
};

/** `cfg/desired` → `cfgDesired`: keys of an AsyncAPI document hold no slash. */
const keyOf = (name: TopicName) => name.replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase());

const isNumbered = (name: TopicName) => topics[name].path.endsWith('/{n}');

/** Raw bytes have no schema. */
function payloadOf(name: TopicName) {
  const { rawBytes, payload } = topics[name] as { rawBytes?: number; payload: z.ZodMiniType };
  if (rawBytes !== undefined) return { type: 'string', format: 'binary', maxLength: rawBytes };
  const { $schema: _, ...schema } = z.toJSONSchema(payload, { target: 'draft-7', io: 'input' });
  return schema;
}

const messageOf = (name: TopicName) => ({
  name,
  title: name,
  summary: SUMMARIES[name],
  contentType: 'rawBytes' in topics[name] ? 'application/octet-stream' : 'application/json',
  payload: { $ref: `#/components/schemas/${keyOf(name)}` },
});

const channelOf = (name: TopicName) => ({
  address: topics[name].path,
  summary: SUMMARIES[name],
  messages: { [keyOf(name)]: { $ref: `#/components/messages/${keyOf(name)}` } },
  parameters: {
    id_dev: { $ref: '#/components/parameters/id_dev' },
    ...(isNumbered(name) && { n: { $ref: '#/components/parameters/n' } }),
  },
});

/** From the server's side: it receives what boards publish and sends what they subscribe to. */
const operationOf = (name: TopicName) => ({
  action: topics[name].from === 'board' ? 'receive' : 'send',
  channel: { $ref: `#/channels/${keyOf(name)}` },
  summary: SUMMARIES[name],
  messages: [{ $ref: `#/channels/${keyOf(name)}/messages/${keyOf(name)}` }],
  bindings: { mqtt: { qos: topics[name].qos, retain: topics[name].retain, bindingVersion: '0.2.0' } },
});

const each = <T>(make: (name: TopicName) => T) =>
  Object.fromEntries(TOPIC_NAMES.map((name) => [keyOf(name), make(name)]));

/** The MQTT contract between board and server, generated from the shared topics table. */
export function asyncApiDocument(version: string) {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'MaNoBoard: boards and server',
      version,
      description:
        'JSON of at most 1 kB; unknown keys are ignored. A board logs in with its ID and its own secret, publishes and subscribes in its own branch only, with a clean session and a keep-alive of 20 s.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      broker: {
        host: '127.0.0.1:1883',
        protocol: 'mqtt',
        protocolVersion: '3.1.1',
        description: 'The broker embedded in the server; mqtts in production.',
        security: [{ $ref: '#/components/securitySchemes/board' }],
      },
    },
    channels: each(channelOf),
    operations: each(operationOf),
    components: {
      parameters: {
        id_dev: { description: 'The ID of the board, for example MNB-00A1B2.' },
        n: { description: 'The number of the chunk, counted from 0.' },
      },
      securitySchemes: {
        board: { type: 'userPassword', description: 'User name: the ID of the board. Password: its secret.' },
      },
      messages: each(messageOf),
      schemas: each(payloadOf),
    },
  };
}

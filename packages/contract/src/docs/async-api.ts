import * as z from 'zod/mini';
import { type IntegrationTopicName, integrationTopics } from '../mqtt/integration-topics.ts';
import { TOPIC_NAMES, type TopicName, topics } from '../mqtt/topics.ts';

/** One topic of the document. */
interface Row {
  /** Keys of an AsyncAPI document hold no slash. */
  key: string;
  name: string;
  address: string;
  summary: string;
  /** From the server's side: it receives what others publish and sends what they subscribe to. */
  action: 'receive' | 'send';
  qos: number;
  retain: boolean;
  contentType: string;
  schema: object;
}

function schemaOf(payload: z.ZodMiniType) {
  const { $schema: _, ...schema } = z.toJSONSchema(payload, { target: 'draft-7', io: 'input' });
  return schema;
}

function boardRow(name: TopicName): Row {
  const {
    path,
    from,
    qos,
    retain,
    payload,
    rawBytes,
    summary,
  }: (typeof topics)[TopicName] & { rawBytes?: number } = topics[name];
  return {
    key: name.replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase()),
    name,
    address: path,
    summary,
    action: from === 'board' ? 'receive' : 'send',
    qos,
    retain,
    contentType: rawBytes === undefined ? 'application/json' : 'application/octet-stream',
    // Raw bytes have no schema.
    schema:
      rawBytes === undefined ? schemaOf(payload) : { type: 'string', format: 'binary', maxLength: rawBytes },
  };
}

function integrationRow(name: IntegrationTopicName): Row {
  const { path, from, payload, summary } = integrationTopics[name];
  const schema = schemaOf(payload);
  return {
    key: `integration${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    name: `integration ${name}`,
    address: path,
    summary,
    action: from === 'server' ? 'send' : 'receive',
    qos: 0,
    retain: false,
    contentType: 'type' in schema && schema.type === 'string' ? 'text/plain' : 'application/json',
    schema,
  };
}

const ROWS: readonly Row[] = [
  ...TOPIC_NAMES.map(boardRow),
  ...(Object.keys(integrationTopics) as IntegrationTopicName[]).map(integrationRow),
];

const messageOf = ({ key, name, summary, contentType }: Row) => ({
  name,
  title: name,
  summary,
  contentType,
  payload: { $ref: `#/components/schemas/${key}` },
});

const channelOf = ({ key, address, summary }: Row) => ({
  address,
  summary,
  messages: { [key]: { $ref: `#/components/messages/${key}` } },
  parameters: Object.fromEntries(
    [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
      name,
      { $ref: `#/components/parameters/${name}` },
    ]),
  ),
});

const operationOf = ({ key, action, summary, qos, retain }: Row) => ({
  action,
  channel: { $ref: `#/channels/${key}` },
  summary,
  messages: [{ $ref: `#/channels/${key}/messages/${key}` }],
  bindings: { mqtt: { qos, retain, bindingVersion: '0.2.0' } },
});

const each = <T>(make: (row: Row) => T) => Object.fromEntries(ROWS.map((row) => [row.key, make(row)]));

/** The MQTT contract of boards and of integration logins, generated from the two tables of topics. */
export function asyncApiDocument(version: string) {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'MaNoBoard: boards and server',
      version,
      description:
        'JSON of at most 1 kB; unknown keys are ignored. A board logs in with its ID and its own secret, publishes and subscribes in its own branch only, with a clean session and a keep-alive of 20 s. An integration login (docs/guide/integrations.md) uses topics below integration/{login} only.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      broker: {
        host: '127.0.0.1:1883',
        protocol: 'mqtt',
        protocolVersion: '3.1.1 and 5.0',
        description: 'The broker embedded in the server; mqtts in production.',
        security: [
          { $ref: '#/components/securitySchemes/board' },
          { $ref: '#/components/securitySchemes/integration' },
        ],
      },
    },
    channels: each(channelOf),
    operations: each(operationOf),
    components: {
      parameters: {
        id_dev: { description: 'The ID of the board, for example MNB-00A1B2.' },
        n: { description: 'The number of the chunk, counted from 0.' },
        login: { description: 'The number of the integration login.' },
        component: { description: 'Component of Home Assistant: sensor, binary_sensor or switch.' },
        entity: { description: 'One value of the device, for example pressure.' },
      },
      securitySchemes: {
        board: { type: 'userPassword', description: 'User name: the ID of the board. Password: its secret.' },
        integration: {
          type: 'userPassword',
          description:
            'User name: integration/ and the number of the login. Password: shown once when it is added.',
        },
      },
      messages: each(messageOf),
      schemas: each(({ schema }) => schema),
    },
  };
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { integrationTopics } from '../mqtt/integration-topics.ts';
import { TOPIC_NAMES, topics } from '../mqtt/topics.ts';
import { asyncApiDocument } from './async-api.ts';

const ROOT = new URL('../../../../', import.meta.url);
const VERSION: string = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version;
const document = JSON.parse(JSON.stringify(asyncApiDocument(VERSION)));

interface Channel {
  address: string;
  parameters: Record<string, { $ref: string }>;
}
interface Operation {
  action: string;
  channel: { $ref: string };
  messages: { $ref: string }[];
  bindings: { mqtt: { qos: number; retain: boolean } };
}
const channels = Object.values<Channel>(document.channels);
const operations = Object.values<Operation>(document.operations);

function* refs(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* refs(inner);
  }
}
const resolve = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at?.[key.replaceAll('~1', '/')], document);

describe('the AsyncAPI document', () => {
  it('has the parts required by AsyncAPI 3', () => {
    expect(document.asyncapi).toBe('3.0.0');
    expect(document.info).toMatchObject({ title: expect.any(String), version: VERSION });
    expect(Object.keys(document)).toEqual([
      'asyncapi',
      'info',
      'defaultContentType',
      'servers',
      'channels',
      'operations',
      'components',
    ]);
    for (const keys of [document.channels, document.operations, document.components.messages])
      for (const key of Object.keys(keys)) expect(key).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('lists every topic of the table once, with its direction, QoS and retain flag', () => {
    const integration = Object.values(integrationTopics);
    expect(channels.map(({ address }) => address)).toEqual([
      ...TOPIC_NAMES.map((name) => topics[name].path),
      ...integration.map(({ path }) => path),
    ]);
    expect(operations.map(({ action, bindings: { mqtt } }) => [action, mqtt.qos, mqtt.retain])).toEqual([
      ...TOPIC_NAMES.map((name) => {
        const { from, qos, retain } = topics[name];
        return [from === 'board' ? 'receive' : 'send', qos, retain];
      }),
      ...integration.map(({ from }) => [from === 'server' ? 'send' : 'receive', 0, false]),
    ]);
  });

  it('describes every parameter of an address, and no other', () => {
    for (const { address, parameters } of channels)
      expect(Object.keys(parameters)).toEqual([...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  it('resolves every reference', () => {
    const all = [...refs(document)];
    expect(all.length).toBeGreaterThan(5 * TOPIC_NAMES.length);
    for (const ref of all) expect(resolve(ref), ref).toBeDefined();
  });

  it('every operation uses messages of its own channel', () => {
    for (const { channel, messages } of operations)
      for (const { $ref } of messages) expect($ref.startsWith(`${channel.$ref}/messages/`)).toBe(true);
  });

  it('every payload has a schema: an object with its fields, one of several, or bytes', () => {
    for (const name of TOPIC_NAMES) {
      const key = name.replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase());
      const schema = document.components.schemas[key];
      const isSaid =
        schema.type === 'object' || schema.format === 'binary' || Array.isArray(schema.oneOf ?? schema.anyOf);
      expect(isSaid, name).toBe(true);
    }
  });

  it('docs/asyncapi.json matches the topics table', () => {
    const file = new URL('docs/asyncapi.json', ROOT);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document);
  });
});

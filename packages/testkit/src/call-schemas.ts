import { type ApiName, api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import { streamPath } from '@manoboard/contract/live';
import * as z from 'zod/mini';

const calls = Object.entries(api) as [ApiName, Call][];
export const isAccepted = (schema: z.ZodMiniType | undefined, value: unknown) =>
  schema !== undefined && z.safeParse(schema, value).success;
export const keysOf = (schema: z.ZodMiniType | undefined) =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];

const patterns = calls.map(([name, { method, path }]) => ({
  name,
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}/?$`),
}));

/** Whether any call matches there. */
export const isRoute = (method: string, path: string) =>
  (method === 'GET' && path.startsWith(streamPath)) ||
  patterns.some((row) => row.method === method && row.pattern.test(path.replace(/\?.*/, '')));

export const isOtherRoute = (call: Call, path: string) =>
  patterns.some((row) => row.method === call.method && row.pattern.test(path) && api[row.name] !== call);

export const encode = (text: string) => {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate cannot be encoded; its bytes can still be sent.
    return '%ED%A0%80';
  }
};
export const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

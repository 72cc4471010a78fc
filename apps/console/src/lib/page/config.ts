import { ConsoleConfig } from '@manoboard/contract/installation/console-config';
import * as z from 'zod/mini';

const DEFAULTS: ConsoleConfig = {
  api_base: '/api',
  contact_email: 'support@manoboard.example',
  docs_url: '',
  features: [],
  demo: null,
  version: '',
};

/** Reads the configuration that the server writes into the page; the page of the dev server has none and uses the defaults. */
export function readConfig(page: Document): ConsoleConfig {
  const written = page.getElementById('console-config')?.textContent ?? '{}';
  let json: unknown = {};
  try {
    json = JSON.parse(written);
  } catch {
    // Invalid JSON: use the defaults.
  }
  const parsed = z.safeParse(ConsoleConfig, { ...DEFAULTS, ...(json as object) });
  return parsed.success ? parsed.data : DEFAULTS;
}

export const config = readConfig(document);

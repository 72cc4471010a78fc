import { createTemplate } from '@manoboard/testkit/program-folders';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    demoTemplate: string | undefined;
  }
}

/** One initialised demo per run; each product is a copy of it. */
export async function setup(project: TestProject) {
  const template = await createTemplate({ DEMO: '1' });
  project.provide('demoTemplate', template?.root);
  return () => template?.remove();
}

import { builtinEnvironments, type Environment } from 'vitest/runtime';

const happyDom = builtinEnvironments['happy-dom'];
const IS_SET_UP = Symbol.for('manoboard.test-window');

/**
 * One window for all files of a worker, which also share their modules: React belongs to the window in which
 * they were loaded, and loading them takes seconds. `test-setup.ts` resets both after each test.
 */
const sharedWindow: Environment = {
  name: 'shared-window',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!global[IS_SET_UP]) {
      await happyDom.setup(global, options);
      // React reads it while it loads: a task and a stack for every element take a quarter of the time of the tests.
      Reflect.deleteProperty(console, 'createTask');
    }
    global[IS_SET_UP] = true;
    return { teardown: () => undefined };
  },
};
// biome-ignore lint/style/noDefaultExport: vitest loads an environment by its default export.
export default sharedWindow;

import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG = ['looks.spec.ts', 'device-rules.spec.ts'];
const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}`));

/** Two files run at once: a long one that begins last would have the others wait for it, and one core idle. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// A reader that went away (`npm start | head`) is no reason to leave the programs alone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const startedAt = Date.now();

/** A line of progress with the seconds since the command began. */
export function say(text) {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(5);
  console.log(`${seconds} s  ${text}`);
}

/** A refusal that a person can act on: printed as it is, without a stack. */
export class Refusal extends Error {}

/**
 * Runs a command's story; its number becomes the exit code.
 * @param {() => Promise<number | undefined>} story
 */
export async function main(story) {
  try {
    process.exitCode = (await story()) ?? 0;
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}

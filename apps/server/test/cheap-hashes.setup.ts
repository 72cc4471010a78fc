import { vi } from 'vitest';

/** The real function at its lowest cost: a hash of the product takes 25 ms, and tests make thousands. */
vi.mock('@node-rs/argon2', async (importActual) => {
  const actual = await importActual<typeof import('@node-rs/argon2')>();
  const lowest = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  return { ...actual, hash: (password: string) => actual.hash(password, lowest) };
});

import * as z from 'zod/mini';

/** What every page shows of a converter without its register map. */
export const ConverterFacts = z.object({
  hasPressureSource: z.boolean(),
  /** Code to short name, by kind of fault. */
  faults: z.record(z.string(), z.record(z.string(), z.string())),
});
export type ConverterFacts = z.infer<typeof ConverterFacts>;

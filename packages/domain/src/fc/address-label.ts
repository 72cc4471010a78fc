/** n is (address + plus) ÷ per; the pattern has {n}, {n/100}, {n%100} and {hex}, each with an optional `:02`. */
interface LabelPattern {
  readonly pattern: string;
  readonly plus?: number | undefined;
  readonly per?: number | undefined;
}

export interface AddressLabels {
  readonly parameters: (LabelPattern & { readonly from: number; readonly to: number }) | undefined;
  readonly others: LabelPattern;
}

const PLACEHOLDER = /\{(n|hex)(?:([/%])(\d+))?(?::0(\d))?\}/g;

function fill({ pattern, plus = 0, per = 1 }: LabelPattern, address: number): string {
  const n = Math.floor((address + plus) / per);
  return pattern.replace(PLACEHOLDER, (_whole, name, operator, operand, width) => {
    const by = Number(operand);
    const part = operator === '/' ? Math.floor(n / by) : operator === '%' ? n % by : n;
    const text = name === 'hex' ? address.toString(16).toUpperCase() : String(part);
    return text.padStart(Number(width ?? 0), '0');
  });
}

/** Without a profile: the bare address. */
const BARE: AddressLabels = { parameters: undefined, others: { pattern: '{hex:04}H' } };

export const isParameterOf = ({ parameters }: AddressLabels, address: number) =>
  parameters !== undefined && address >= parameters.from && address <= parameters.to;

/** The address as the maker writes it: P09.01 for a parameter of a GD10, 2100H for its others. */
export const labelOf = (labels: AddressLabels | undefined, address: number): string => {
  const { parameters, others } = labels ?? BARE;
  return fill(parameters && isParameterOf(labels ?? BARE, address) ? parameters : others, address);
};

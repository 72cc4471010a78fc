import type { RuleKind } from '@manoboard/contract/alert/rule-kind';
import type { BoardPump, PumpValueName, PumpValues } from '@manoboard/contract/device/pump-card';
import type { PumpFigures } from '../protection/rules.ts';

/** The card in force: values of the board, and for the rest those that people entered or measured. */
export const cardInForce = (entered: PumpValues, board: BoardPump = {}): PumpValues => ({
  ...entered,
  ...board,
});

/** Figures that the protection of board and server compares with. */
export const figuresOf = ({ motor_kw, no_flow_w }: PumpValues): PumpFigures => ({
  ratedPowerW: motor_kw === undefined ? undefined : 1000 * motor_kw,
  noFlowPowerW: no_flow_w,
});

/** Values that a rule needs; without one of them it is silent. Kinds without a row need none. */
const RULE_NEEDS: Partial<Record<RuleKind, readonly PumpValueName[]>> = {
  dry_run: ['motor_kw'],
  pipe_burst: ['motor_kw'],
  no_flow: ['no_flow_w'],
  sensor_fault: ['sensor_input'],
  under_voltage: ['motor_volts'],
};

/** Rules that wait for values, with the values that are missing. */
export const waitingRules = (card: PumpValues): { kind: RuleKind; missing: PumpValueName[] }[] =>
  Object.entries(RULE_NEEDS).flatMap(([kind, needs]) => {
    const missing = needs.filter((name) => card[name] === undefined);
    return missing.length > 0 ? [{ kind: kind as RuleKind, missing }] : [];
  });

import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { api } from '@manoboard/contract/http/api';
import { waitFor } from '@manoboard/testkit/wait-for';
import { INPUTS } from './tiles.ts';

const input = (alias: string, max: number) => ({
  enabled: 1,
  normalizer: 1,
  unit: 'bar',
  alias,
  min: 0,
  max,
  minRefVoltage: 0,
  maxRefVoltage: 10,
});

/** A technician configures the frame interval and the analog inputs of the boards. */
export async function configureBoards(
  url: string,
  boards: string[],
  every: { tele_s: number; tele_idle_s: number },
) {
  const login = await fetch(`${url}/api${api.login.path}`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'technician@demo.local', password: 'Demo1234' }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  async function requestConfig(board: string, body?: object): Promise<ConfigState> {
    const response = await fetch(`${url}/api/devices/${board}/config`, {
      method: body ? 'PUT' : 'GET',
      headers: { cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${board}: ${response.status} ${await response.text()}`);
    return (await response.json()) as ConfigState;
  }
  const config = {
    ...every,
    AnalogInput2: input(INPUTS.analog_input_2, 10),
    AnalogInput3: input(INPUTS.analog_input_3, 1),
  };
  await Promise.all(
    boards.map(async (board) => {
      const { version } = await requestConfig(board);
      const updated = await requestConfig(board, { version, config });
      const isApplied = async () => (await requestConfig(board)).applied?.version === updated.version;
      await waitFor(isApplied, { timeoutMs: 20_000, everyMs: 100, what: `${board} to apply its config` });
    }),
  );
}

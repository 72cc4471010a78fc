import type { Role } from '@manoboard/contract/account';

export const DEMO_PASSWORD = 'Demo1234';

export const demoPeople: { email: string; name: string; surname: string; role?: Role }[] = [
  { email: 'owner@demo.local', name: 'Olívia', surname: 'Majerová' },
  { email: 'technician@demo.local', name: 'Tomáš', surname: 'Technik', role: 'Technician' },
  { email: 'seller@demo.local', name: 'Petra', surname: 'Predajná', role: 'Seller' },
  { email: 'super@demo.local', name: 'Silvia', surname: 'Hlavná', role: 'Super Seller' },
];

/** How a simulated board starts; the board program knows what each word means. */
export type Scenario = 'household' | 'asleep' | 'stopped' | 'local';

const named: { alias: string; scenario: Scenario; owner: string; delegate?: string }[] = [
  {
    alias: 'Studňa – záhrada',
    scenario: 'household',
    owner: 'owner@demo.local',
    delegate: 'technician@demo.local',
  },
  { alias: 'Bytový dom A', scenario: 'asleep', owner: 'owner@demo.local' },
  { alias: 'Skleník', scenario: 'stopped', owner: 'owner@demo.local' },
  { alias: 'Vrt – Horná lúka', scenario: 'household', owner: 'owner@demo.local' },
  { alias: 'Chata Donovaly', scenario: 'local', owner: 'owner@demo.local' },
  { alias: 'Skúšobná stolica', scenario: 'household', owner: 'technician@demo.local' },
];

/** The first six have names; further ones only fill the list. */
export const demoBoards = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const number = (i + 1).toString(16).toUpperCase().padStart(4, '0');
    const board = named[i] ?? {
      alias: `Čerpadlo ${i + 1}`,
      scenario: 'household' as const,
      owner: 'owner@demo.local',
    };
    return { ...board, idDev: `MNB-DE${number}`, fcId: `FC-DE${number}`, fcType: 'GD10' };
  });

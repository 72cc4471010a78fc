import type { CurvePoint } from '@manoboard/contract/device/pump-card';

export interface CataloguePump {
  id: string;
  name: string;
  /** Where the maker's table is published. */
  source: string;
  curve: readonly CurvePoint[];
}

/** Curves of makers that are public, with electrical power (`docs/domain.md`). */
export const PUMP_CATALOGUE: readonly CataloguePump[] = [
  {
    id: 'scb-22-185-180-bl',
    name: 'SunPumps SCB 22-185-180 BL',
    source: 'github.com/tylunel/pvpumpingsystem, SCB_22_185_180_BL.txt, 165 V',
    curve: [
      { lpm: 0, m: 77.5, w: 903 },
      { lpm: 25.1, m: 70.4, w: 1089 },
      { lpm: 47.4, m: 63.4, w: 1200 },
      { lpm: 64.9, m: 56.3, w: 1300 },
      { lpm: 77.3, m: 49.3, w: 1337 },
      { lpm: 88.3, m: 42.3, w: 1370 },
      { lpm: 98.2, m: 35.2, w: 1386 },
      { lpm: 106.6, m: 28.2, w: 1386 },
      { lpm: 114.6, m: 21.1, w: 1386 },
      { lpm: 122.3, m: 14.1, w: 1376 },
      { lpm: 129.3, m: 7, w: 1371 },
      { lpm: 135.5, m: 0, w: 1360 },
    ],
  },
];

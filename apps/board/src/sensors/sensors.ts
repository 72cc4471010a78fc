import { boardTemperatureC } from '../plant/heat.ts';
import type { LivePlant } from '../plant/live-plant.ts';
import { ambientC } from '../plant/plant.ts';
import { sensorVolt } from '../plant/sensing.ts';
import { siteOf } from '../plant/site.ts';
import { normal, type Random } from '../random.ts';

/** Values that the board measures itself, independent of the converter; values without a sensor are absent. */
export interface OwnMeasurements {
  temperatureC?: number | undefined;
  analogInput2V?: number | undefined;
  analogInput3V?: number | undefined;
  rssiDbm?: number | undefined;
}

export interface Sensors {
  /** Absent if unknown or without Wi-Fi. */
  isWifiSecured?: boolean | undefined;
  read(): OwnMeasurements;
}

/** Input 2: the pressure sensor, 0–10 V for its span. Input 3: the suction side, 0–10 V for 0–1 bar. */
export function createSimulatedSensors(world: LivePlant, random: Random): Sensors {
  const usualDbm = -55 - Math.round(15 * random());
  return {
    isWifiSecured: true,
    read() {
      const plant = world.now();
      const { sensedBar, driveC, faults } = plant;
      const { source, sensor, wifiDbm = usualDbm } = siteOf(plant.installation);
      // An empty well gives no suction pressure either.
      const suctionBar = faults.dry_run ? 0 : source.suctionBar;
      const brokenV = faults.sensor_break?.reading_v;
      return {
        temperatureC: boardTemperatureC(driveC, ambientC(plant)),
        analogInput2V: sensor.input === 2 ? Math.max(0, brokenV ?? sensorVolt(plant, sensedBar)) : 0,
        analogInput3V: Math.max(0, 10 * suctionBar + 0.01 * normal(random)),
        rssiDbm: Math.round((faults.weak_wifi?.rssi_dbm ?? wifiDbm) + normal(random)),
      };
    },
  };
}

export type WifiStrength = 'strong' | 'good' | 'weak' | 'poor';

/** R4.5: signal strength in four levels; `rssi` is in dBm. */
export function wifiStrength(rssi: number): WifiStrength {
  if (rssi >= -60) return 'strong';
  if (rssi >= -70) return 'good';
  return rssi >= -80 ? 'weak' : 'poor';
}

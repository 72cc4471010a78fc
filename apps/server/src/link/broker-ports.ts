import type { Context } from '../base/context.ts';
import { pickPort } from '../net/ports.ts';
import { isMqttsOn, type Tls } from '../net/tls.ts';

/** The registered port of MQTT over TLS. */
const MQTTS_PORT = 8883;

type Needs = Pick<Context, 'config' | 'onProgress'> & { tls: Tls | undefined };

/** The port for MQTT over TLS, if it is on. */
async function tlsPort({ config, onProgress, tls }: Needs) {
  if (!tls || !isMqttsOn(config)) return undefined;
  const { MQTT_TLS_PORT, MQTT_HOST } = config;
  const port = await pickPort('MQTT_TLS_PORT', MQTT_TLS_PORT, MQTTS_PORT, MQTT_HOST, onProgress);
  return { port, layer: tls.createLayer() };
}

/** Where the broker listens. */
export async function brokerPorts(needs: Needs) {
  const { config, onProgress } = needs;
  return {
    host: config.MQTT_HOST,
    port: await pickPort('MQTT_PORT', config.MQTT_PORT, 1883, config.MQTT_HOST, onProgress),
    tls: await tlsPort(needs),
  };
}

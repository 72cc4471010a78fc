import { createContext, type ReactNode, useContext, useMemo } from 'react';

const NamedDevice = createContext({ id: '', name: '' });

interface Props {
  id: string;
  name: string;
  children: ReactNode;
}

/** R4.15: everything inside is about this device. */
export function DeviceNameProvider({ id, name, children }: Props) {
  const device = useMemo(() => ({ id, name }), [id, name]);
  return <NamedDevice.Provider value={device}>{children}</NamedDevice.Provider>;
}

/** R4.15: the name that controls, questions and toasts about this device show. Without a provider, or in that of another device, its ID. */
export function useDeviceName(deviceId: string): string {
  const { id, name } = useContext(NamedDevice);
  return id === deviceId ? name : deviceId;
}

import { createContext, type ReactNode, useContext, useMemo } from 'react';

const NamedDevice = createContext({ id: '', name: '' });

interface Props {
  id: string;
  name: string;
  children: ReactNode;
}

/** R4.15: names the device to all components inside. */
export function DeviceNameProvider({ id, name, children }: Props) {
  const device = useMemo(() => ({ id, name }), [id, name]);
  return <NamedDevice.Provider value={device}>{children}</NamedDevice.Provider>;
}

/** R4.15: the name of the device in controls, dialogs and toasts; its ID outside its provider. */
export function useDeviceName(deviceId: string): string {
  const { id, name } = useContext(NamedDevice);
  return id === deviceId ? name : deviceId;
}

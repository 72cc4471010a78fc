import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '../../device/queries.ts';
import { QueryStates } from '../../lib/http/query-states.tsx';
import { DialogText } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';

interface Props {
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  /** Instead of an empty list. */
  none: string;
  /** Below the list. */
  hint?: string | undefined;
}

/** The devices of the user, to choose some. Devices that they reach only by a role are not among them. */
export function DeviceChecks({ value, onChange, none, hint }: Props) {
  const query = useQuery(devicesQuery);
  return (
    <QueryStates query={query} empty={<DialogText>{none}</DialogText>}>
      {(devices) => (
        <>
          <PumpChecks
            pumps={devices.map(({ id_dev, alias }) => ({ id: id_dev, name: alias ?? id_dev }))}
            value={value}
            onChange={onChange}
          />
          {hint && <DialogText>{hint}</DialogText>}
        </>
      )}
    </QueryStates>
  );
}

interface PumpsProps extends Pick<Props, 'value' | 'onChange'> {
  pumps: readonly { id: string; name: string }[];
}

export function PumpChecks({ pumps, value, onChange }: PumpsProps) {
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((chosen) => chosen !== id));
  return (
    <div className="grid gap-3 rounded-md border border-line p-3 overflow-y-auto max-h-64">
      {pumps.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          description={name === id ? undefined : id}
          checked={value.includes(id)}
          onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
        />
      ))}
    </div>
  );
}

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
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((chosen) => chosen !== id));
  return (
    <QueryStates query={query} empty={<DialogText>{none}</DialogText>}>
      {(devices) => (
        <>
          <div className="grid gap-3 rounded-md border border-line p-3 overflow-y-auto max-h-64">
            {devices.map(({ id_dev, alias }) => (
              <Checkbox
                key={id_dev}
                label={alias ?? id_dev}
                description={alias === null ? undefined : id_dev}
                checked={value.includes(id_dev)}
                onChange={({ currentTarget }) => toggle(id_dev, currentTarget.checked)}
              />
            ))}
          </div>
          {hint && <DialogText>{hint}</DialogText>}
        </>
      )}
    </QueryStates>
  );
}

import type { FieldChange } from '@manoboard/contract/activity/device-change';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';

type Value = FieldChange['old'];

/** `pressure.max` instead of nested objects. */
function flatten(config: object, prefix = ''): Map<string, Value> {
  const flat = new Map<string, Value>();
  for (const [name, value] of Object.entries(config)) {
    if (value === undefined) continue;
    if (typeof value !== 'object') flat.set(prefix + name, value);
    else for (const [path, inner] of flatten(value, `${prefix}${name}.`)) flat.set(path, inner);
  }
  return flat;
}

/** R5.7b: every field that differs, named by its path on the wire; `null` is unset, so the default applies. */
export function configChanges(before: DeviceConfig, after: DeviceConfig): FieldChange[] {
  const [old, desired] = [flatten(before), flatten(after)];
  const fields = [...new Set([...old.keys(), ...desired.keys()])].sort();
  return fields
    .map((field) => ({ field, old: old.get(field) ?? null, new: desired.get(field) ?? null }))
    .filter((change) => change.old !== change.new);
}

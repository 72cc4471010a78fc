import { Checkbox, Select, TextArea, TextField } from './field.tsx';
import { eachOf, type Gallery, sampleIcon } from './gallery.tsx';

export const forms: Gallery = (t) => {
  const label = t('auth.email');
  const description = t('auth.phoneHint');
  const error = t('validation.email_format');
  const options = [t('device.control.remote'), t('device.control.local')];
  return {
    TextField: {
      ...eachOf('size', ['sm', 'md'], (size) => <TextField label={label} size={size} />),
      'description withAsterisk': <TextField label={label} description={description} withAsterisk />,
      icon: <TextField label={label} icon={sampleIcon} />,
      error: <TextField label={label} error={error} />,
      disabled: <TextField label={label} disabled />,
    },
    TextArea: { label: <TextArea label={label} />, error: <TextArea label={label} error={error} /> },
    Select: {
      ...eachOf('size', ['sm', 'md'], (size) => <Select label={label} size={size} options={options} />),
      error: <Select label={label} options={options} error={error} />,
      disabled: <Select label={label} options={options} disabled />,
    },
    Checkbox: {
      label: <Checkbox label={label} />,
      'defaultChecked description': <Checkbox label={label} description={description} defaultChecked />,
      error: <Checkbox label={label} error={error} />,
    },
  };
};

import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { FieldPair, Form, UnderForm } from './form.tsx';
import { type Gallery, nothing } from './gallery.tsx';

export const forms: Gallery = (t) => ({
  Form: {
    children: (
      <Form onSubmit={nothing} isSending={false}>
        <FieldPair>
          <TextField label={t('auth.name')} />
          <TextField label={t('auth.surname')} />
        </FieldPair>
        <Button>{t('pressure.set')}</Button>
        <UnderForm>{t('auth.phoneHint')}</UnderForm>
      </Form>
    ),
  },
});

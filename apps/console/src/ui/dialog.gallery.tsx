import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { Dialog, DialogButtons, DialogText } from './dialog.tsx';
import { Controlled, type Gallery, SAMPLE } from './gallery.tsx';

type Props = Pick<Parameters<typeof Dialog>[0], 'isSending' | 'isAtPhoneBottom' | 'subject'>;

/** A dialog that changes nothing. One that is sending cannot be closed, so its first button closes it. */
function Opened(props: Props) {
  const t = useTranslations();
  return (
    <Controlled start={false}>
      {(isOpen, setIsOpen) => {
        const close = () => setIsOpen(false);
        return (
          <>
            <Button variant="default" onClick={() => setIsOpen(true)}>
              {t('top.logout')}
            </Button>
            {isOpen && (
              <Dialog {...props} title={t('top.logoutTitle')} closeLabel={t('common.close')} onClose={close}>
                <DialogText>{t('top.logoutConfirm')}</DialogText>
                <DialogButtons>
                  <Button onClick={close}>{t('common.close')}</Button>
                  <Button variant="default" disabled={props.isSending} onClick={close}>
                    {t('common.cancel')}
                  </Button>
                </DialogButtons>
              </Dialog>
            )}
          </>
        );
      }}
    </Controlled>
  );
}

export const overlays: Gallery = () => ({
  Dialog: {
    title: <Opened />,
    subject: <Opened subject={SAMPLE.name} />,
    isAtPhoneBottom: <Opened isAtPhoneBottom />,
    isSending: <Opened isSending />,
  },
});

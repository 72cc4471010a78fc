import { Button } from './button.tsx';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from './dropdown.tsx';
import { eachOf, type Gallery, nothing, sampleIcon } from './gallery.tsx';

export const overlays: Gallery = (t) => {
  const profile = (
    <DropdownItem icon={sampleIcon} mark={sampleIcon} onClick={nothing}>
      {t('top.profile')}
    </DropdownItem>
  );
  const logout = (
    <DropdownItem icon={sampleIcon} tone="danger" onClick={nothing}>
      {t('top.logout')}
    </DropdownItem>
  );
  return {
    Dropdown: eachOf('align', ['start', 'end'], (align) => (
      <Dropdown opener={<Button>{t('top.account')}</Button>} width="14rem" align={align}>
        {() => (
          <>
            <DropdownLabel>{t('top.account')}</DropdownLabel>
            {profile}
            <DropdownLine />
            {logout}
          </>
        )}
      </Dropdown>
    )),
    DropdownItem: { 'icon mark': profile, 'tone="danger"': logout },
  };
};

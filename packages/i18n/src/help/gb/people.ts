import type { HelpTexts } from '../help.ts';

export const people = {
  roles: {
    title: 'Who may do what',
    keywords: 'permissions rights owner technician seller role',
    blocks: [
      'The owner has the device in their account and can delegate access to a technician or a seller. Technicians, sellers and super sellers see all devices. The table lists what each may do; the server checks every right again.',
      { part: 'rights' },
    ],
  },
  users: {
    title: 'Managing users',
    keywords: 'list account disable permission note super seller',
    blocks: [
      'Super sellers have the list of all users. They search it by e-mail, name, phone, ID or device and filter it by permission and by the state of the account. The actions are in the menu of a row; for a user with several devices choose the device there first.',
      {
        terms: [
          [
            'Access to device',
            'The user gets a device as its owner, or delegated access, with a last day if needed.',
          ],
          [
            'Delegate access',
            'Another user gets access to the device of the row. They need at least the Technician level.',
          ],
          [
            'Add and remove permissions',
            'Technician, seller or super seller. With the last permission the delegated access of the user ends too. The last super seller keeps the permission.',
          ],
          [
            'Remove device',
            'An owner loses the device and all delegated access to it ends; another user loses only their own access. The pump keeps working.',
          ],
          ['Device state, basic info, graphs, diagnostics, write', 'Open the page of the device of the row.'],
          [
            'Disable account',
            'The user is logged out everywhere at once and cannot log in until the account is enabled. Their devices keep working and none of their data are deleted. Your own account and the last super seller cannot be disabled.',
          ],
        ],
      },
      {
        note: 'Only super sellers see notes. If another person has changed a note meanwhile, the console shows their text and does not save yours until you confirm it.',
      },
    ],
  },
  delegate: {
    title: 'Delegating access',
    keywords: 'share technician invite revoke',
    blocks: [
      'Delegating gives another person the same rights to the device as you have. Only the owner can still transfer or remove it.',
      {
        steps: [
          'Choose “Delegate access” in the menu of the device.',
          'Enter the e-mail of the recipient. They need an account with a confirmed e-mail and at least the Technician level.',
          'Choose the last day of access if needed.',
        ],
      },
      {
        list: [
          'The same dialog lists who has access. You can revoke it at any time, with immediate effect.',
          'A recipient can delegate further, at most for as long as their own access. If you revoke theirs, the access they gave ends too.',
        ],
      },
    ],
  },
  transfer: {
    title: 'Transferring and removing a device',
    keywords: 'house sold new owner delete',
    blocks: [
      'A **transfer** gives the device a new owner. You and everyone with delegated access lose it. The new owner sees events from that day on, without the names of former people. They need an account with a confirmed e-mail, and no role.',
      'A **removed** device has no owner. The pump keeps working. It can be added again by a person who knows the password on the label.',
    ],
  },
  account: {
    title: 'Account, e-mail and password',
    keywords: 'profile login forgotten language',
    blocks: [
      {
        list: [
          'Until you confirm your e-mail by the link in the mail, nobody can transfer a device or delegate access to you.',
          'A new e-mail takes effect when you confirm it. Until then you log in with the old one.',
          'Change a forgotten password by “Forgot your password?” on the login page. The link in the mail is valid for one hour.',
          'A new password ends all other logins.',
          'Language, colour and appearance are in the top bar.',
        ],
      },
    ],
  },
} satisfies Partial<HelpTexts['topics']>;

import type { HelpTexts } from '../help.ts';

export const firstSteps = {
  console: {
    title: 'What the console shows and what it does not',
    keywords: 'start introduction dashboard overview',
    blocks: [
      'Beside the pump there is a frequency converter, which controls the speed of the motor, and a control board, MaNoBoard, which reads and controls the converter. The board sends its values over Wi-Fi to the server, and you see them here.',
      {
        list: [
          '**Dashboard** shows your devices and the controls of the chosen pump.',
          '**Overview** shows all values of one device, its events and its tools.',
          'Every value has its age. A value that is older than it should be is marked and not presented as current.',
          'A command is complete only when the board has executed it and read it back from the converter. Until then you see “Waiting for confirmation”.',
        ],
      },
      {
        note: 'The console does not replace protection on site. The board protects the pump by itself, also without a connection to the server. Disconnect the pump from the mains before you work on it.',
      },
    ],
  },
  install: {
    title: 'The app on a phone',
    keywords: 'install mobile home screen icon android iphone without internet new version update',
    blocks: [
      'You can install the console as an app: it has its own icon, opens without the bar of the browser, and starts without internet too. Nothing comes from an app store.',
      {
        steps: [
          'Open the console in the browser of the phone. The address must begin with https.',
          'Android (Chrome): choose the installation of the app in the menu of the browser.',
          'iPhone and iPad (Safari): tap the share button and add the page to the home screen.',
          'Computer (Chrome, Edge): the install icon is at the end of the address bar.',
        ],
      },
      'Without a network the app shows the **last known values** of your devices, each with its age, and the time of the last contact with the server. It does not present them as current, and nothing can be controlled. When the network is back, the page recovers by itself.',
      'When the server has a new version, the message “A new version is ready.” appears. The page loads again only when you tap “Reload”.',
      {
        note: 'The last values are stored on the phone while you are logged in. The logout deletes them, so always log out on a device that is not yours.',
      },
    ],
  },
  'add-device': {
    title: 'Adding a device, and its label',
    keywords: 'qr code scan password claim id new',
    blocks: [
      'You add a device by the label on its control board. The label has a QR code, the device ID (for example MNB-00A1B2) and, below the QR code, the device password: three groups of four characters.',
      {
        steps: [
          'Switch the board on and connect it to Wi-Fi. A device that is not connected cannot be added.',
          'Open “Add device” and scan the QR code, choose a photo of the label, or type the ID and the password. Upper and lower case do not matter.',
          'Give the device a name by which you recognize it. You can change it at any time.',
        ],
      },
      'The person who adds a device first is its owner. If it already has one, that person must remove it from their account or transfer it to you.',
      {
        note: 'Take a photo of the label and keep it. Anyone who knows the password on the label can add a device that has no owner.',
      },
    ],
  },
  wifi: {
    title: 'Connecting to Wi-Fi',
    keywords: 'internet router signal network password',
    blocks: [
      'The board is connected to Wi-Fi as described in the manual that came with the device. You need the name of the network and its password. The network must have internet access.',
      {
        steps: [
          'Switch on the power of the board and wait until it has started.',
          'Enter the network name and the password as described in the manual of the device.',
          'Open the device in the console. Beside its name you see “Connected”.',
        ],
      },
      'A click on the state beside the name of the device shows whether the network is secured and how strong the signal is. With a weak signal values are late and the device disconnects: move the router closer or add a repeater.',
      {
        list: [
          'After a change of the router or of its password the board must be connected again.',
          'An unsecured network works, but anybody in range can read it. Set a password on it.',
          'A Wi-Fi outage does not stop the pump. The board keeps regulating and protecting it; you just cannot see it.',
        ],
      },
    ],
  },
  offline: {
    title: 'Offline and values that are not recent',
    keywords: 'disconnected outage old stale late connecting',
    blocks: [
      '**Offline** means that the server has no connection to the board. The console shows the last known values, each with its age. Whether the pump is running is not known then.',
      '**No recent data** means that the board is connected, but no new value has arrived for two reporting intervals.',
      {
        steps: [
          'Look at the state beside the name of the device: it shows where between the browser and the pump the connection is broken, and what to do.',
          'Check that the board has power and that Wi-Fi with internet works beside it.',
          'If Wi-Fi is fine and only the converter is silent, check its power and the cable to the board.',
        ],
      },
      {
        note: 'A device that is offline cannot be controlled, and commands are not kept for later: on its return they could start the pump at the wrong moment.',
      },
    ],
  },
} satisfies Partial<HelpTexts['topics']>;

/**
 * The colours of src/styles for mails: mail programs lack custom properties. tests/unit/admin/mail-colours.test.ts compares both.
 */
export const COLOURS = {
  paper: { token: 'paper', light: '#faf7f1', dark: '#0f1b2b' },
  surface: { token: 'surface', light: '#ffffff', dark: '#16263a' },
  ink: { token: 'ink', light: '#14263d', dark: '#e8eef3' },
  soft: { token: 'ink-soft', light: '#4b5b70', dark: '#9fb0c3' },
  line: { token: 'line', light: '#e3dccf', dark: '#2a3d55' },
  tile: { token: 'tile', light: '#0a6e7c', dark: '#5cc4cf' },
  on: { token: 'on-tile', light: '#ffffff', dark: '#0f1b2b' },
  wash: { token: 'saffron-wash', light: '#fbeed8', dark: '#3a2c15' },
  mark: { token: 'saffron', light: '#d98e2b', dark: '#e6a64c' },
  success: { token: 'success', light: '#1f7a4d', dark: '#6fce9b' },
  warning: { token: 'saffron-ink', light: '#8a5a12', dark: '#e6a64c' },
  error: { token: 'error', light: '#b3261e', dark: '#ff8f85' },
  deep: { token: 'strip', light: '#07505a', dark: '#0b3a44' },
} as const;

export type Colour = keyof typeof COLOURS;

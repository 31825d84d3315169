import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadLanguage } from '../i18n/text.ts';
import { AreaPicker } from './AreaPicker.tsx';
import { Banner } from './Banner.tsx';
import { BusyButton } from './BusyButton.tsx';
import { CodeField } from './CodeField.tsx';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('en');
});
afterAll(() => void vi.unstubAllGlobals());

const control = { name: 'account', value: '', problem: undefined, onChange: () => undefined };

function attribute(html: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1];
}

test('a field is named by its label, and described by its problem instead of its hint', () => {
  const plain = renderToStaticMarkup(
    <Field {...control} label="Email" autoComplete="username" hint="As you type it" />,
  );
  expect(plain).toMatch(new RegExp(`<label class="[^"]*" for="${attribute(plain, 'id')}">Email`));
  expect(plain).toContain(`id="${attribute(plain, 'aria-describedby')}">As you type it`);
  const wrong = renderToStaticMarkup(
    <Field
      {...control}
      problem="Please enter your email"
      label="Email"
      autoComplete="username"
      hint="As you type it"
    />,
  );
  expect(attribute(wrong, 'aria-invalid')).toBe('true');
  expect(wrong).toContain(` id="${attribute(wrong, 'aria-describedby')}"`);
  expect(wrong).toContain('Please enter your email');
  expect(wrong).not.toContain('As you type it');
});

test('a password is hidden, named for password managers, and can be shown', () => {
  const html = renderToStaticMarkup(<PasswordField {...control} label="Password" autoComplete="new-password" />);
  expect(attribute(html, 'type')).toBe('password');
  expect(attribute(html, 'autoComplete')).toBe('new-password');
  expect(html).toContain('aria-label="Show password"');
});

test('R-SCR-08 the button that sends a code counts down and is disabled meanwhile', () => {
  const field = (secondsLeft: number) =>
    renderToStaticMarkup(
      <CodeField {...control} placeholder="" secondsLeft={secondsLeft} isSending={false} onSend={() => undefined} />,
    );
  expect(field(0)).toContain('Send code');
  expect(field(0)).not.toContain('disabled');
  expect(field(47)).toContain('Resend in 47 s');
  expect(field(47)).toContain('disabled');
  expect(attribute(field(0), 'autoComplete')).toBe('one-time-code');
  expect(attribute(field(0), 'inputMode')).toBe('numeric');
});

test('an area is written as code and dialling code', () => {
  const areas = [{ id: 7, country: 'FR', dialCode: '33' }];
  const html = renderToStaticMarkup(<AreaPicker areas={areas} value={7} onChange={() => undefined} />);
  expect(html).toContain('aria-label="Area code: FR +33"');
  expect(html).toContain('src="/flags/fr.svg"');
});

test('a banner is announced only if it appears by itself; a busy button is marked as busy', () => {
  expect(renderToStaticMarkup(<Banner kind="bad">No</Banner>)).not.toContain('role=');
  expect(renderToStaticMarkup(<Banner isNews>Yes</Banner>)).toContain('role="status"');
  expect(renderToStaticMarkup(<BusyButton label="Save" isBusy />)).toContain('aria-busy="true"');
});

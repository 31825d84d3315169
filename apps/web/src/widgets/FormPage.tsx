import type { FormHTMLAttributes, ReactNode, Ref } from 'react';

export interface FormPageProps {
  readonly bar: ReactNode;
  readonly children: ReactNode;
  /** Stays in reach of the thumb while the fields scroll (DESIGN 1). */
  readonly foot?: ReactNode;
  readonly form: FormHTMLAttributes<HTMLFormElement> & { readonly ref: Ref<HTMLFormElement> };
}

/** A page that is one form. On a wide screen it stands as a card in the middle. */
export function FormPage({ bar, children, foot, form }: FormPageProps) {
  return (
    <main className="scr formpage fade-in">
      <div className="formpage-c">
        {bar}
        <form {...form} className="formpage-f">
          <div className="formpage-b">{children}</div>
          {foot === undefined ? null : <div className="formpage-e">{foot}</div>}
        </form>
      </div>
    </main>
  );
}

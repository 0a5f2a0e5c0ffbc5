import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { z } from 'zod';
import { useGroup } from '#renderer/kit/form/FormGroup.tsx';

const typedSchema = z.object({ email: z.string() });

/** Returns the email that was typed on the page whose `EntryLink` led here; '' without one. */
export function useTypedEmail(): string {
  return typedSchema.safeParse(useLocation().state).data?.email ?? '';
}

/** A link in the form of the sign-in, the sign-up or a forgotten password to another one. Takes the email along. */
export function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  const { methods } = useGroup();
  const email = String(useWatch({ control: methods.control, name: 'email' }) ?? '');
  return (
    <Link className="link" to={to} state={{ email }}>
      {children}
    </Link>
  );
}

import { Skeleton as PrimeSkeleton } from 'primereact/skeleton';

/** Takes the place of content that is loading. `className` sets its size, which PrimeReact would set inline. */
export function Skeleton({ className = '' }: { className?: string | undefined }) {
  return <PrimeSkeleton className={`skeleton ${className}`} animation="none" width="" height="" />;
}

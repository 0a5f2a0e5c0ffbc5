import { useTranslation } from 'react-i18next';
import { systemNames } from '#renderer/data/platform/operatingSystem.ts';

export const platforms = ['windows', 'mac', 'linux', 'web'] as const;
export type AppPlatform = (typeof platforms)[number];

/** Returns a function that names the platform of a version. */
export function usePlatformName(): (platform: AppPlatform) => string {
  const { t } = useTranslation();
  return (platform) => (platform === 'web' ? t('admin.version.web') : systemNames[platform]);
}

import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keepFile } from '#web/ui/keep-file.ts'
import { IconCheck, IconCopy, IconDownload } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import classes from './Profile.module.css'

/** Shown this one time. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <div className={classes.form}>
      <Notice tone="needsYou" title={t('profile.factor.codesTitle')} isAlert>
        {t('profile.factor.codesLead')}
      </Notice>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton value={text} timeout={3_000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
            >
              {t(copied ? 'profile.factor.copied' : 'profile.factor.codesCopy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={17} />}
          onClick={() => keepFile(new Blob([`${text}\n`]), t('profile.factor.codesFile'))}
        >
          {t('profile.factor.codesSave')}
        </Button>
      </div>
      <Button fullWidth onClick={onDone}>
        {t('profile.factor.codesKept')}
      </Button>
    </div>
  )
}

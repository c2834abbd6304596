import { expect, test } from 'vitest';
import { isSecretSchema, secretWordIn } from '../../../src/core/elicitation/secret-word.js';
import { lines } from '../lines.js';

test.each(lines`
	2FA code ¦ 2fa code ¦ 2FA ¦ MFA token ¦ TOTP ¦ twoFactorCode ¦ two-factor code ¦ otpCode ¦ SMS code
	Recovery phrase ¦ recoveryPhrase ¦ Backup codes ¦ Mnemonic ¦ Мнемоническая фраза ¦ frase mnemonica
	ニーモニック ¦ Zwei-Faktor-Code ¦ Kodewort ¦ Clé API ¦ رمز المرور ¦ Aadhaar number ¦ Sort code ¦ Authy code
	Presigned URL ¦ nsec ¦ private seed ¦ wallet_mnemonic ¦ Seed words ¦ Secret recovery phrase ¦ Card number
	cardNumber ¦ Credit card ¦ Debit card no. ¦ CVC ¦ CVV2 ¦ IBAN ¦ Account number ¦ SSN ¦ ssn
	Social Security Number ¦ Passport number ¦ Tax ID ¦ Bearer ¦ bearer_token ¦ PAT ¦ GitHub PAT ¦ pat ¦ auth
	Auth: ¦ Auth header ¦ authToken ¦ Authorization ¦ Session cookie ¦ JWT ¦ Connection string ¦ DATABASE_DSN
	Service account key ¦ webhook key ¦ Security answer ¦ Passwort ¦ Neues Kennwort ¦ API-Schlüssel
	Zugangscode ¦ Sicherheitscode ¦ Kartennummer ¦ Wiederherstellungsphrase ¦ Mot de passe ¦ Clé d’API
	Clé d'accès ¦ Jeton ¦ Code de vérification ¦ Numéro de carte ¦ Contraseña ¦ contrasena ¦ Clave privada
	Código de verificación ¦ Frase de recuperación ¦ Senha ¦ Palavra-passe ¦ Chave secreta ¦ Parola d’ordine
	Chiave privata ¦ Wachtwoord ¦ Hasło ¦ Heslo ¦ Lösenord ¦ Adgangskode ¦ Passord ¦ Salasana ¦ Şifre ¦ Jelszó
	Mật khẩu ¦ Kata sandi ¦ Пароль ¦ Введите пароль ¦ Секретный ключ ¦ Код подтверждения ¦ Κωδικός ¦ סיסמה
	كلمة المرور ¦ पासवर्ड ¦ 密码 ¦ 请输入密码 ¦ 验证码 ¦ 助记词 ¦ API密钥 ¦ パスワード ¦ 新しいパスワード ¦ 認証コード ¦ 비밀번호 ¦ 인증 코드
	รหัสผ่าน
`)('%s asks for a secret', (text) => {
	expect(secretWordIn([text])).toBeTruthy();
});

test.each(lines`
	Name ¦ Author ¦ Authors ¦ authored by ¦ Auth method ¦ auth_url ¦ Keyboard ¦ Which key opens it?
	Spinning pinwheel ¦ Opinion ¦ Passenger ¦ Compass ¦ Path ¦ Pattern ¦ Card ¦ Business card ¦ Discard number
	Branch ¦ Tangent ¦ Standard ¦ Seedling ¦ Secretary ¦ Backup folder ¦ Code ¦ Postal code ¦ Country code
	Description ¦ Schema ¦ Parole board ¦ Bearing ¦ 2 files ¦ Datei ¦ Nombre ¦ Nom ¦ Имя ¦ 名前 ¦ 文件 ¦ 이름
`)('%s asks for none', (text) => {
	expect(secretWordIn([text])).toBeUndefined();
});

test('The schema says so itself, in whatever form', () => {
	for (const property of [
		{ format: 'password' },
		{ format: 'Password' },
		{ writeOnly: true },
		{ 'x-secret': true },
		{ 'x-sensitive': true },
		{ sensitive: true },
		{ isSecret: true },
		{ 'ui:widget': 'password' },
	]) {
		expect(isSecretSchema(property)).toBe(true);
	}
	for (const property of [
		{},
		{ format: 'email' },
		{ writeOnly: false },
		{ 'x-secret': false },
		{ widget: 'textarea' },
	]) {
		expect(isSecretSchema(property)).toBe(false);
	}
});

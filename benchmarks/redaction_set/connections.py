"""Connection strings; the password in them is the secret."""

from .model import parse

TEMPLATES = parse(r"""
=== postgres-url
DATABASE_URL=postgres://<<noun>>:<<!pwurl>>@<<host>>:5432/<<noun>>
=== postgres-url
postgresql://svc_<<noun>>:<<!pwrand>>@<<host>>/<<noun>>?sslmode=require
=== postgres-url
engine = create_engine("postgresql+asyncpg://app:<<!pwurl>>@localhost:5432/app")
=== postgres-url
psql "postgres://<<noun>>:<<!pwrand>>@<<host>>:6432/<<noun>>" -c 'select 1'
=== postgres-url
could not connect to postgres://<<noun>>:<<!pwurl>>@<<host>>/<<noun>>: timeout expired
=== postgres-dsn
dsn = "host=<<host>> port=5432 dbname=<<noun>> user=app password=<<!pwx>> sslmode=off"
=== postgres-dsn
psycopg.connect("dbname=<<noun>> user=<<noun>> password='<<!pw>>'")
=== mysql-url
mysql://root:<<!pwurl>>@localhost:3306/<<noun>>
=== mysql-url
SQLALCHEMY_DATABASE_URI = 'mysql+pymysql://<<noun>>:<<!pwurl>>@<<host>>/<<noun>>'
=== mysql-go-dsn
db, err := sql.Open("mysql", "<<noun>>:<<!pwx>>@tcp(<<host>>:3306)/<<noun>>")
=== mariadb-url
mariadb://<<noun>>:<<!pwrand>>@<<host>>/<<noun>>
=== mongodb-url
mongodb+srv://<<noun>>:<<!pwurl>>@cluster0.<<lo.5>>.mongodb.net/?retryWrites=true
=== mongodb-url
mongoose.connect('mongodb://<<noun>>:<<!pwrand>>@<<host>>:27017/<<noun>>')
=== mongodb-url
MONGO_URI: "mongodb://root:<<!pwurl>>@mongo-0,mongo-1,mongo-2/?replicaSet=rs0"
=== redis-url
redis://:<<!pwrand>>@<<host>>:6379/0
=== redis-url
REDIS_URL=rediss://default:<<!pwurl>>@<<host>>:6380
=== redis-url
CACHES = {"default": {"LOCATION": "redis://default:<<!pwrand>>@cache:6379/1"}}
=== amqp-url
amqp://<<noun>>:<<!pwurl>>@rabbit:5672/%2f
=== amqp-url
celery -A <<noun>> -b amqps://<<noun>>:<<!pwrand>>@<<host>>/<<noun>> worker
=== ado-net
Server=tcp:<<noun>>.database.windows.net,1433;Database=<<noun>>;User ID=app;<<+>>
Password=<<!pwsym>>;Encrypt=true;
=== ado-net
"DefaultConnection": "Server=<<host>>;Database=<<noun>>;User Id=sa;Password=<<!pw>>;"
=== ado-net
<add name="Main" connectionString="Data Source=.;Initial Catalog=<<noun>>;<<+>>
uid=app;pwd=<<!pwx>>;" />
=== odbc
DRIVER={ODBC Driver 18 for SQL Server};SERVER=<<host>>;UID=app;PWD=<<!pwx>>;
=== jdbc-param
jdbc:mysql://<<host>>:3306/<<noun>>?user=<<noun>>&password=<<!pwx>>&useSSL=false
=== jdbc-param
jdbc:postgresql://<<host>>/<<noun>>?user=app&password=<<!pwrand>>
=== jdbc-param
jdbc:sqlserver://<<host>>:1433;databaseName=<<noun>>;user=sa;password=<<!pwx>>
=== jdbc-oracle
jdbc:oracle:thin:<<noun>>/<<!pwrand>>@<<host>>:1521:ORCL
=== sqlplus
sqlplus <<noun>>/<<!pwrand>>@//<<host>>:1521/XEPDB1
=== smtp-url
EMAIL_URL=smtp://<<noun>>:<<!pwurl>>@smtp.<<noun>>.dev:587
=== smtp-url
MAILER_DSN=smtps://postmaster:<<!pwrand>>@smtp.<<noun>>.dev:465
=== ftp-url
wget ftp://<<noun>>:<<!pwurl>>@ftp.<<noun>>.dev/dump.tar.gz
=== sftp-url
lftp -e "mirror in out" sftp://<<noun>>:<<!pwrand>>@files.<<noun>>.dev
=== https-userinfo
https://<<noun>>:<<!pwurl>>@git.<<noun>>.dev/<<noun>>/<<noun>>.git
=== https-userinfo
pip install --index-url https://ci:<<!pwrand>>@pypi.<<noun>>.dev/simple <<noun>>
=== https-proxy
HTTPS_PROXY=http://<<noun>>:<<!pwurl>>@proxy.<<noun>>.dev:3128
=== elastic-url
ES_HOSTS=https://elastic:<<!pwrand>>@<<host>>:9200
=== clickhouse-url
clickhouse://default:<<!pwurl>>@<<host>>:9440/<<noun>>?secure=true
=== neo4j-url
driver = GraphDatabase.driver("bolt://<<host>>:7687", auth=("neo4j", "<<!pw>>"))
=== nats-url
nats://<<noun>>:<<!pwrand>>@<<host>>:4222
=== snowflake-url
snowflake://<<noun>>:<<!pwurl>>@<<lo.7>>-eu1/<<noun>>/PUBLIC?warehouse=WH
=== ldap
ldapsearch -x -H ldap://<<host>> -D "cn=admin,dc=<<noun>>,dc=dev" -w '<<!pw>>' -b ''
=== kafka-jaas
sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required <<+>>
username="<<noun>>" password="<<!pw>>";
=== cassandra
auth = PlainTextAuthProvider(username="<<noun>>", password="<<!pw>>")
=== sqlalchemy-create
URL.create("postgresql", username="app", password="<<!pw>>", host="<<host>>")
=== rtsp-camera
ffmpeg -i rtsp://admin:<<!pwurl>>@camera.<<noun>>.dev:554/stream1 out.mp4
=== neon-url
postgresql://<<noun>>_owner:npg_<<!shape.[an12]>>@ep-<<noun>>-<<dg.6>>.neon.tech/db
=== django-db
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "<<noun>>",
        "USER": "app",
        "PASSWORD": "<<!pw>>",
        "HOST": "<<host>>",
    }
}
=== rails-db
production:
  adapter: postgresql
  database: <<noun>>_production
  username: <<noun>>
  password: <<!pw>>
=== knex
connection: { host: 'localhost', user: 'app', password: '<<!pw>>', database: 'app' },
=== prisma
datasource db {
  provider = "mysql"
  url      = "mysql://<<noun>>:<<!pwurl>>@<<host>>:3306/<<noun>>"
}
""")
